import { describe, expect, it } from 'vitest';
import type { ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import { makeAnswer } from '../../../testing/api/answers.ts';
import { makeReport, type MadeReport } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const DAY_MS = 86_400_000;
const DIGEST = `sha256:${'a'.repeat(64)}`;

/** Creates a run that ended at the API's current time. No sweep runs. */
async function endedRun(state: ReportRunV1['state']): Promise<MadeReport> {
  const made = await makeReport();
  const { plane } = made.api;
  plane.answers.set(made.run.run_id, makeAnswer());
  plane.settle(made.run.run_id, { state, artifact_digest: DIGEST, group_count: 3, byte_count: 512 });
  return made;
}

describe('a run that no sweep has removed', () => {
  it.each([
    ['on day 29', 29 * DAY_MS, 'ready'],
    ['1 ms before 30 days', 30 * DAY_MS - 1, 'ready'],
    ['at 30 days', 30 * DAY_MS, 'expired'],
    ['1 ms before 90 days', 90 * DAY_MS - 1, 'expired'],
  ])('%s has its digest and counts, and its answer only while it is ready', async (_when, milliseconds, state) => {
    const { api, at } = await endedRun('ready');
    api.now = new Date(api.now.getTime() + milliseconds);
    const { data } = await api.client().reports.runs.get(...at);
    expect(data).toMatchObject({ state, artifact_digest: DIGEST, group_count: 3, byte_count: 512 });
    expect('answer' in data).toBe(state === 'ready');
  });

  it.each(['ready', 'partial', 'failed', 'cancelled', 'expired'] as const)(
    'that is %s exists until 90 days after its end, and then for no operation',
    async (state) => {
      const { api, at, report } = await endedRun(state);
      const { reports } = api.client();
      const end = api.now.getTime() + 90 * DAY_MS;
      api.now = new Date(end - 1);
      expect((await reports.runs.get(...at)).data.run_id).toBe(at[1]);
      api.now = new Date(end);
      expect((await toRefusal(reports.runs.get(...at))).status).toBe(404);
      expect((await toRefusal(reports.runs.cancel(...at))).status).toBe(404);
      expect((await toRefusal(reports.runs.export(...at, 'json'))).status).toBe(404);
      const { data: kept } = await reports.get(report.report_id);
      // No resource refers to a removed run.
      expect({ ...kept, latest_run_id: report.latest_run_id }).toEqual(report);
      expect(kept).not.toHaveProperty('latest_run_id');
    },
  );

  it('that has not ended exists for any time', async () => {
    const { api, at } = await makeReport();
    api.now = new Date(api.now.getTime() + 365 * DAY_MS);
    expect((await api.client().reports.runs.get(...at)).data.state).toBe('queued');
  });
});
