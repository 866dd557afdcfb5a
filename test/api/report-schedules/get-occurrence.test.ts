import { describe, expect, it } from 'vitest';
import { OCCURRENCE_STATES } from '../../../domain/schedules/report-occurrence.ts';
import { MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { demoId } from '../../../testing/api/demo-ids.ts';
import { makeSchedule, putOccurrence, makeScheduleBody } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const OCCURRENCE = demoId('reportOccurrence', 1);

describe('customer.report_schedules.occurrences.get', () => {
  it.each(OCCURRENCE_STATES)(
    'answers 200 with an occurrence that is %s, to owner and recipients equally',
    async (state) => {
      const made = await makeSchedule();
      const put = putOccurrence(made, { state });
      for (const as of ['owner', 'analyst'] as const) {
        const { occurrences } = made.api.client(as).reportSchedules;
        expect((await occurrences.get(made.schedule.schedule_id, OCCURRENCE)).data).toEqual(put);
      }
    },
  );

  it('answers 404 for an occurrence of another schedule, and for a missing one', async () => {
    const made = await makeSchedule();
    putOccurrence(made);
    const { data: other } = await made.api.client().reportSchedules.create(makeScheduleBody(made.report));
    const { occurrences } = made.api.client().reportSchedules;
    expect((await toRefusal(occurrences.get(other.schedule_id, OCCURRENCE))).status).toBe(404);
    expect((await toRefusal(occurrences.get(made.schedule.schedule_id, MISSING_IDS.occurrence))).status).toBe(404);
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_schedules.occurrences.get',
  send: ({ reportSchedules }, { schedule }) => reportSchedules.occurrences.get(schedule.schedule_id, OCCURRENCE),
  method: 'GET',
  path: ({ schedulePath }) => `${schedulePath}/occurrences/${OCCURRENCE}`,
  asks: { schedules: 'findOccurrence' },
  statuses: [200, 401, 404, 422, 429, 500, 503],
});
