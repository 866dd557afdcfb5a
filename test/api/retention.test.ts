import { describe, expect, it } from 'vitest';
import type { ReportCreation } from '../../contracts/report.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../contracts/report-run.ts';
import type { SavedView } from '../../contracts/saved-view.ts';
import { anAnswer, aView } from '../support/api/answers.ts';
import { ORG, WS } from '../support/api/demo-ids.ts';
import { TestApi } from '../support/api/test-api.ts';

const WORKSPACE = `/organizations/${ORG}/workspaces/${WS}`;
const DAY_MS = 86_400_000;
const DIGEST = `sha256:${'a'.repeat(64)}`;

/** A run that ended at the API's now, and no sweep that ever comes. */
async function endedRun(state: ReportRunV1['state']): Promise<{ api: TestApi; path: string; report: string }> {
  const api = new TestApi();
  const view = (await api.post<{ data: SavedView }>(`${WORKSPACE}/saved-views`, { body: aView() })).body.data;
  const body = { name: 'Weekly', saved_view_id: view.id, expected_view_revision: '1', recipient_subject_ids: [] };
  const { report, run } = (await api.post<{ data: ReportCreation }>(`${WORKSPACE}/reports`, { body })).body.data;
  api.plane.answers.set(run.run_id, anAnswer());
  api.plane.settle(run.run_id, { state, artifact_digest: DIGEST, group_count: 3, byte_count: 512 });
  const path = `/organizations/${ORG}/reports/${report.report_id}`;
  return { api, path: `${path}/runs/${run.run_id}`, report: path };
}

describe('a run whose sweep never came', () => {
  it.each([
    ['on day 29', 29 * DAY_MS, 'ready'],
    ['1 ms before 30 days', 30 * DAY_MS - 1, 'ready'],
    ['at 30 days', 30 * DAY_MS, 'expired'],
    ['1 ms before 90 days', 90 * DAY_MS - 1, 'expired'],
  ])(
    '%s reads with its digest and counts, and with its answer only while ready',
    async (_when, milliseconds, state) => {
      const { api, path } = await endedRun('ready');
      api.now = new Date(api.now.getTime() + milliseconds);
      const { status, body } = await api.get<{ data: ReportRunOpenV1 }>(path);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ state, artifact_digest: DIGEST, group_count: 3, byte_count: 512 });
      expect('answer' in body.data).toBe(state === 'ready');
    },
  );

  it.each(['ready', 'partial', 'failed', 'cancelled', 'expired'] as const)(
    'that is %s exists until 90 days after its end, and then for no operation',
    async (state) => {
      const { api, path, report } = await endedRun(state);
      const end = api.now.getTime() + 90 * DAY_MS;
      api.now = new Date(end - 1);
      expect((await api.get(path)).status).toBe(200);
      api.now = new Date(end);
      expect((await api.get(path)).status).toBe(404);
      expect((await api.post(`${path}/cancel`)).status).toBe(404);
      expect((await api.get(report)).status).toBe(200);
    },
  );

  it('that has not ended exists for as long as it takes', async () => {
    const { api, path } = await endedRun('ready');
    const [runId] = path.split('/').slice(-1);
    const { run } = api.plane.runRows.get(runId!)!;
    delete run.finished_at;
    delete run.expires_at;
    run.state = 'queued';
    api.now = new Date(api.now.getTime() + 365 * DAY_MS);
    expect((await api.get<{ data: ReportRunV1 }>(path)).body.data.state).toBe('queued');
  });
});
