import { describe, expect, it } from 'vitest';
import { reportDigest } from '../../contracts/report-digest.ts';
import type { ReportCreation } from '../../contracts/report.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../contracts/report-run.ts';
import type { SavedView } from '../../contracts/saved-view.ts';
import { anAnswer, aView, missing } from '../support/api/answers.ts';
import { ORG, SUBJECTS, WS } from '../support/api/demo-ids.ts';
import { TestApi } from '../support/api/test-api.ts';

const WORKSPACE = `/organizations/${ORG}/workspaces/${WS}`;

interface Made {
  readonly api: TestApi;
  readonly view: SavedView;
  readonly run: ReportRunV1;
  readonly runs: string;
  readonly path: string;
}

async function makeReport(view: Record<string, unknown> = {}): Promise<Made> {
  const api = new TestApi();
  const saved = (await api.post<{ data: SavedView }>(`${WORKSPACE}/saved-views`, { body: aView(view) })).body.data;
  const body = {
    name: 'Weekly',
    saved_view_id: saved.id,
    expected_view_revision: '1',
    recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.narrow],
  };
  const { report, run } = (await api.post<{ data: ReportCreation }>(`${WORKSPACE}/reports`, { body })).body.data;
  const runs = `/organizations/${ORG}/reports/${report.report_id}/runs`;
  return { api, view: saved, run, runs, path: `${runs}/${run.run_id}` };
}

function digestOf(run: ReportRunV1, answer: unknown): string {
  const window = { from: new Date(run.window.from), to: new Date(run.window.to) };
  return reportDigest({ question: run.question, window, viewRevision: run.view_revision, answer });
}

function settleReady({ api, run }: Made): void {
  api.plane.answers.set(run.run_id, anAnswer());
  api.plane.settle(run.run_id, { state: 'ready', artifact_digest: digestOf(run, anAnswer()), group_count: 1 });
}

describe('customer.reports.runs.create', () => {
  it('answers 202 with a further run and a window of its own', async () => {
    const { api, run, runs } = await makeReport();
    api.now = new Date('2026-03-05T00:00:00.000Z');
    const { status, body } = await api.post<{ kind: string; data: ReportRunV1 }>(runs, { as: 'analyst' });
    expect(status).toBe(202);
    expect(body.kind).toBe('report-run');
    expect(body.data).toMatchObject({
      state: 'queued',
      initiator: SUBJECTS.analyst,
      window: { to: '2026-03-05T00:00:00.000Z' },
    });
    expect(body.data.run_id).not.toBe(run.run_id);
    expect(api.plane.reportRows.get(run.report_id)?.latest_run_id).toBe(body.data.run_id);
  });

  it('repeats its first answer for one key, and answers 412 once the view has moved', async () => {
    const { api, view, runs } = await makeReport();
    const first = await api.post(runs, { body: { idempotency_key: 'again' } });
    api.plane.views.set(view.id, { ...view, revision: '2' });
    const repeated = await api.post(runs, { body: { idempotency_key: 'again' } });
    expect([repeated.status, repeated.body['data']]).toEqual([202, first.body['data']]);
    expect((await api.post(runs, { body: { idempotency_key: 'new' } })).status).toBe(412);
  });

  it('answers 404 to a recipient that cannot see the view', async () => {
    const { api, runs } = await makeReport({ audience: 'personal' });
    expect((await api.post(runs, { as: 'analyst' })).status).toBe(404);
  });

  it('takes no member but the key', async () => {
    const { api, runs } = await makeReport();
    expect((await api.post(runs, { body: { window: {} } })).status).toBe(422);
  });
});

describe('customer.reports.runs.get', () => {
  it('shows a queued run without an answer', async () => {
    const { api, path, run } = await makeReport();
    const { status, body } = await api.get<{ kind: string; data: ReportRunOpenV1 }>(path);
    expect(status).toBe(200);
    expect(body.kind).toBe('opened-report-run');
    expect(body.data).toEqual({ ...run, presentation_digest: '', money_withheld: false });
  });

  it('shows the whole answer under the artifact’s digest to a viewer with cost.read', async () => {
    const made = await makeReport();
    settleReady(made);
    const { body } = await made.api.get<{ data: ReportRunOpenV1 }>(made.path);
    expect(body.data.answer).toEqual(anAnswer());
    expect(body.data.money_withheld).toBe(false);
    expect(body.data.presentation_digest).toBe(body.data.artifact_digest);
  });

  it('withholds money from a viewer without cost.read, under a digest of what it shows', async () => {
    const made = await makeReport();
    settleReady(made);
    const { body } = await made.api.get<{ data: ReportRunOpenV1 }>(made.path, { as: 'analyst' });
    expect(body.data.answer?.groups?.[0]?.cells).toEqual([
      { metric: 'requests.v1', value: { state: 'available', number: '3', unit: 'count' } },
      { metric: 'provider_spend.v1', value: { state: 'unavailable', reason: 'scope_not_authorized' } },
    ]);
    expect(body.data.money_withheld).toBe(true);
    expect(body.data.presentation_digest).toBe(digestOf(made.run, body.data.answer));
    expect(body.data.presentation_digest).not.toBe(body.data.artifact_digest);
  });

  it.each([
    ['a moment before', -1, 'ready', true],
    ['from', 0, 'expired', false],
  ])('shows the answer no more %s its expiry, swept or not', async (_name, milliseconds, state, hasAnswer) => {
    const made = await makeReport();
    settleReady(made);
    made.api.now = new Date(made.api.now.getTime() + 30 * 86_400_000 + milliseconds);
    const { body } = await made.api.get<{ data: ReportRunOpenV1 }>(made.path);
    expect([body.data.state, body.data.answer !== undefined]).toEqual([state, hasAnswer]);
  });

  it('answers 404 to a recipient that no longer covers the frozen scope, also for one leaf', async () => {
    const made = await makeReport();
    expect((await made.api.get(made.path, { as: 'narrow' })).status).toBe(404);
    expect((await made.api.get(`${made.runs}/${missing.run}`)).status).toBe(404);
  });

  it('answers 404 for a run of another report', async () => {
    const made = await makeReport();
    const elsewhere = `/organizations/${ORG}/reports/${missing.report}/runs/${made.run.run_id}`;
    expect((await made.api.get(elsewhere)).status).toBe(404);
  });
});

describe('customer.reports.runs.cancel', () => {
  it.each(['queued', 'running'] as const)('answers 200 for a run that is %s, and tells its workflow', async (state) => {
    const { api, path, run } = await makeReport();
    const row = api.plane.runRows.get(run.run_id)!;
    api.plane.runRows.set(run.run_id, { ...row, run: { ...row.run, state } });
    const { status, body } = await api.post<{ kind: string; data: ReportRunV1 }>(`${path}/cancel`);
    expect([status, body.kind, body.data.state]).toEqual([200, 'report-run', 'cancelled']);
    expect(api.plane.outbox.at(-1)).toEqual({ kind: 'cancel_report_run', workflowId: run.run_id });
  });

  it.each(['ready', 'partial', 'failed', 'cancelled', 'expired'] as const)(
    'answers 409 for a run that is %s',
    async (state) => {
      const { api, path, run } = await makeReport();
      api.plane.settle(run.run_id, { state });
      const { status, body } = await api.post(`${path}/cancel`);
      expect([status, body['type']]).toEqual([409, 'conflict']);
    },
  );

  it('answers 403 to a recipient that is neither owner nor initiator, also when the run is settled', async () => {
    const { api, path, run, runs } = await makeReport();
    expect((await api.post(`${path}/cancel`, { as: 'analyst' })).status).toBe(403);
    api.plane.settle(run.run_id, { state: 'ready' });
    expect((await api.post(`${path}/cancel`, { as: 'analyst' })).status).toBe(403);
    const own = (await api.post<{ data: ReportRunV1 }>(runs, { as: 'analyst' })).body.data;
    expect((await api.post(`${runs}/${own.run_id}/cancel`, { as: 'analyst' })).status).toBe(200);
  });
});
