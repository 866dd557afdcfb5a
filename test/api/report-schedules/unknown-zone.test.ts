import { describe, expect, it } from 'vitest';
import { SUBJECTS } from '../../../testing/api/demo-ids.ts';
import {
  DAILY_IN_BERLIN,
  type MadeSchedule,
  makeSchedule,
  putInUnknownZone,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { updateCall } from '../../../testing/api/schedule-calls.ts';

/**
 * Creates a schedule as saved by a process with a newer time-zone database, in a zone that this process does not
 * support.
 */
async function makeForeign(body: Record<string, unknown> = {}): Promise<MadeSchedule> {
  const made = await makeSchedule({ body });
  const { cadence, tzdb_version } = putInUnknownZone(made);
  return { ...made, schedule: { ...made.schedule, cadence, tzdb_version } };
}

describe('a schedule in a zone that this process does not support', () => {
  it('is paused without a change of its zone and of the release that resolved it', async () => {
    const made = await makeForeign();
    expect(await updateCall(made, { paused: true })()).toMatchObject({
      data: {
        cadence: { ...DAILY_IN_BERLIN, timezone: 'Europe/Atlantis' },
        tzdb_version: '2099z',
        paused: true,
        pause_reason: 'manual',
        next_run_at: null,
        next_occurrences: [],
        revision: '2',
      },
    });
  });

  it('can be edited while it stays paused and its zone stays', async () => {
    const made = await makeForeign({ paused: true });
    const { cadence } = made.schedule;
    const change = { cadence: { ...cadence, local_time: '04:00' }, recipient_subject_ids: [SUBJECTS.owner] };
    expect(await updateCall(made, change)()).toMatchObject({
      data: { ...change, tzdb_version: '2099z', revision: '2' },
    });
  });

  it('can get a supported zone while it stays paused, under the release of this process', async () => {
    const made = await makeForeign({ paused: true });
    const { tzdb_version: ours } = (await makeSchedule()).schedule;
    expect(await updateCall(made, { cadence: DAILY_IN_BERLIN })()).toMatchObject({
      data: { cadence: DAILY_IN_BERLIN, tzdb_version: ours },
    });
  });

  it.each([
    ['runs on', { paused: false }, {}],
    ['is resumed', { paused: true }, { paused: false }],
    [
      'gets another zone that is not known',
      { paused: true },
      { cadence: { ...DAILY_IN_BERLIN, timezone: 'Europe/Lyonesse' } },
    ],
  ])('is refused if an instant of it would be required, or no zone was given: it %s', async (_, body, change) => {
    const made = await makeForeign(body);
    const before = made.api.plane.written();
    expect(await toRefusal(updateCall(made, change)())).toMatchObject({
      status: 422,
      errors: [{ pointer: '/cadence/timezone', code: 'invalid_timezone' }],
    });
    expect(made.api.plane.written()).toBe(before);
  });
});
