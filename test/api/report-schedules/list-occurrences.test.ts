import { describe, expect, it } from 'vitest';
import type { ListOptions } from '../../../clients/typescript/call-options.ts';
import { OCCURRENCE_STATES } from '../../../domain/schedules/report-occurrence.ts';
import { MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { copyAccess } from '../../../testing/api/made-report.ts';
import {
  makeSchedule,
  type MadeSchedule,
  putOccurrence,
  makeScheduleBody,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const pageOf = ({ api, schedule }: MadeSchedule, options?: ListOptions, as: 'owner' | 'analyst' = 'owner') =>
  api.client(as).reportSchedules.occurrences(schedule.schedule_id, options).page();

/**
 * Stores this number of delivered occurrences, a day apart, in random order. Returns their ids, newest instant first.
 */
function putDays(made: MadeSchedule, count: number): string[] {
  const days = Array.from({ length: count }, (_, index) => index);
  const order = [...days.filter((day) => day % 2 === 1), ...days.filter((day) => day % 2 === 0)];
  for (const day of order) {
    const scheduledFor = new Date(Date.UTC(2025, 9, 1 + day, 1, 30)).toISOString();
    putOccurrence(made, { scheduled_for: scheduledFor }, 1_000 - day);
  }
  return days.reverse().map((day) => `rocc_${String(1_000 - day).padStart(26, '0')}`);
}

describe('customer.report_schedules.occurrences', () => {
  it('answers 200 with the outcome of each instant, newest first, to owner and recipients equally', async () => {
    const made = await makeSchedule();
    const put = OCCURRENCE_STATES.map((state, index) =>
      putOccurrence(made, { state, scheduled_for: `2026-02-0${index + 1}T01:30:00.000Z` }, index + 1),
    );
    expect((await pageOf(made)).items).toEqual(put.reverse());
    expect((await pageOf(made, {}, 'analyst')).items).toEqual(put);
    expect(put[0]).toMatchObject({ state: 'missed', run_id: '', skipped_count: 1 });
    expect(put[0]).not.toHaveProperty('window');
  });

  it('shows only occurrences of this schedule, and none of a new one', async () => {
    const made = await makeSchedule();
    putOccurrence(made);
    const { data: other } = await made.api.client().reportSchedules.create(makeScheduleBody(made.report));
    expect((await pageOf({ ...made, schedule: other })).items).toEqual([]);
  });

  it('pages through 120 occurrences, 50 at a time by default, without repeated and missing ones', async () => {
    const made = await makeSchedule();
    const ids = putDays(made, 120);
    const { reportSchedules } = made.api.client();
    const found: string[] = [];
    for await (const one of reportSchedules.occurrences(made.schedule.schedule_id)) found.push(one.occurrence_id);
    expect(found).toEqual(ids);
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOf(made, { cursor });
      sizes.push(page.items.length);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([50, 50, 20]);
    expect((await pageOf(made, { limit: 100 })).items).toHaveLength(100);
  });

  it('continues at its position if another occurrence is added', async () => {
    const made = await makeSchedule();
    const ids = putDays(made, 4);
    const first = await pageOf(made, { limit: 2 });
    putOccurrence(made, { scheduled_for: '2026-02-28T01:30:00.000Z' }, 2_000);
    const second = await pageOf(made, { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map((one) => one.occurrence_id)).toEqual(ids);
    expect(second.nextCursor).toBeUndefined();
  });

  it('returns an empty `next_cursor` on the last page, and treats it as the first page', async () => {
    const made = await makeSchedule();
    putOccurrence(made);
    const path = `${made.schedulePath}/occurrences`;
    const { body } = await made.api.get(path, { query: { cursor: '' } });
    expect([(body['data'] as unknown[]).length, body['next_cursor']]).toEqual([1, '']);
  });

  it('answers 422 for a limit that is not 1 to 100', async () => {
    const { api, schedulePath } = await makeSchedule();
    for (const limit of ['0', '101', 'x']) {
      const { status, body } = await api.get(`${schedulePath}/occurrences`, { query: { limit } });
      expect([status, body['errors']], limit).toMatchObject([422, [{ pointer: '/limit' }]]);
    }
  });

  it('answers 422 for a forged cursor, and for a cursor of another schedule or person', async () => {
    const made = await makeSchedule();
    putDays(made, 2);
    const cursor = (await pageOf(made, { limit: 1 })).nextCursor!;
    const { data: other } = await made.api.client().reportSchedules.create(makeScheduleBody(made.report));
    for (const page of [
      pageOf(made, { cursor: 'x.y' }),
      pageOf(made, { cursor: `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}` }),
      pageOf({ ...made, schedule: other }, { cursor }),
      pageOf(made, { cursor }, 'analyst'),
    ]) {
      expect(await toRefusal(page)).toMatchObject({ status: 422, errors: [{ pointer: '/cursor' }] });
    }
  });

  it('answers 404 for a missing schedule, and to a recipient who has lost access', async () => {
    const made = await makeSchedule();
    expect((await toRefusal(made.api.client().reportSchedules.occurrences(MISSING_IDS.schedule).page())).status).toBe(
      404,
    );
    copyAccess(made.api, 'analyst', 'narrow');
    expect((await toRefusal(pageOf(made, {}, 'analyst'))).status).toBe(404);
  });

  it('shows the history of a schedule whose report was deleted', async () => {
    const made = await makeSchedule();
    const put = putOccurrence(made);
    await made.api.client().reports.delete(made.report.report_id);
    expect((await pageOf(made)).items).toEqual([put]);
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_schedules.occurrences',
  send: ({ reportSchedules }, { schedule }) => reportSchedules.occurrences(schedule.schedule_id).page(),
  method: 'GET',
  path: ({ schedulePath }) => `${schedulePath}/occurrences`,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: { schedules: 'listOccurrences' },
});
