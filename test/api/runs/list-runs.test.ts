import { describe, expect, it } from 'vitest';
import type { ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import { FIRST_APPLICATION_ID, SUBJECTS } from '../../../testing/api/demo-ids.ts';
import { makeApplicationQuery, makeReport, type MadeReport } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const FAILED = {
  last_failure: {
    attempt: 1,
    code: 'reader_unavailable',
    detail: 'The reader of the traffic did not answer.',
    failed_at: '2026-03-01T12:00:00.000Z',
  },
  next_try_at: '2026-03-01T12:00:02.000Z',
} as const;

const list = ({ api, at }: MadeReport, as: 'owner' | 'analyst' | 'narrow' = 'owner', limit?: number) =>
  api.client(as).reports.runs.list(at[0], { limit });

/** Changes the row as a worker would. */
function leave({ api, at }: MadeReport, change: Partial<ReportRunV1>): void {
  const stored = api.plane.runRows.get(at[1])!;
  api.plane.runRows.set(at[1], { ...stored, run: { ...stored.run, ...change } });
}

/** Creates another run, a minute later. */
async function runAgain({ api, at }: MadeReport): Promise<string> {
  api.now = new Date(api.now.getTime() + 60_000);
  return (await api.client().reports.runs.create(at[0])).data.run_id;
}

describe('customer.reports.runs.list', () => {
  it('answers with a page, newest first, each run as it was created, without an answer', async () => {
    const made = await makeReport();
    const second = await runAgain(made);
    const third = await runAgain(made);
    const first = await list(made, 'owner', 2).page();
    expect(first.items.map(({ run_id: id }) => id)).toEqual([third, second]);
    const rest = await made.api.client().reports.runs.list(made.at[0], { limit: 2, cursor: first.nextCursor }).page();
    expect(rest).toEqual({ items: [{ ...made.run, waits_for: 'turn' }], requestId: rest.requestId });
  });

  it.each([
    ['no worker takes the run', { alive: ['reader'], change: {}, waits_for: 'report_worker' }],
    ['the reader sends no heartbeat', { alive: ['worker.requested_runs'], change: {}, waits_for: 'reader' }],
    ['an attempt has failed', { alive: undefined, change: { attempt: 1, ...FAILED }, waits_for: 'next_try' }],
  ] as const)('gives the reason why a run waits if %s, like its read', async (_name, { alive, change, waits_for }) => {
    const made = await makeReport();
    leave(made, change);
    if (alive !== undefined) made.api.alive = [...alive];
    const { items } = await list(made, 'analyst').page();
    expect(items).toEqual([{ ...made.run, ...change, waits_for }]);
    const read = await made.api.client('analyst').reports.runs.get(...made.at);
    expect(read.data).toEqual({ ...items[0], presentation_digest: '', money_withheld: false });
  });

  it('keeps the last failure of a settled run, and states no reason to wait', async () => {
    const made = await makeReport();
    const { last_failure } = FAILED;
    made.api.plane.settle(made.at[1], {
      state: 'failed',
      attempt: 5,
      failure_code: 'attempts_exhausted',
      last_failure,
    });
    made.api.alive = [];
    const [run] = (await list(made).page()).items;
    expect(run).toMatchObject({ state: 'failed', last_failure });
    expect(run).not.toHaveProperty('waits_for');
  });

  it('shows the runs whose scope the viewer covers, and no trace of the others', async () => {
    const made = await makeReport({ view: makeApplicationQuery(FIRST_APPLICATION_ID) });
    const { api, at } = made;
    const narrower = await runAgain(made);
    api.plane.runRows.set(at[1], { ...api.plane.runRows.get(at[1])!, scopeEnvironmentIds: ['env_hidden'] });
    const page = await list(made, 'narrow', 1).page();
    expect(page).toEqual({ items: [expect.objectContaining({ run_id: narrower })], requestId: page.requestId });
  });

  it('excludes forgotten runs, and shows an answer whose retention has ended as expired', async () => {
    const made = await makeReport();
    made.api.plane.settle(made.at[1], { state: 'ready' });
    made.api.now = new Date('2026-03-31T12:00:00.000Z');
    expect((await list(made).page()).items).toMatchObject([{ state: 'expired' }]);
    made.api.now = new Date('2026-05-30T12:00:00.000Z');
    expect((await list(made).page()).items).toEqual([]);
  });

  it('does not reveal the size of an answer whose money is withheld', async () => {
    const made = await makeReport();
    made.api.plane.settle(made.at[1], {
      state: 'ready',
      byte_count: 1_000,
      artifact_digest: `sha256:${'a'.repeat(64)}`,
    });
    const stored = made.api.plane.runRows.get(made.at[1])!;
    made.api.plane.runRows.set(made.at[1], { ...stored, artifactSalt: 'a'.repeat(43), redactedByteCount: 900 });
    expect((await list(made).page()).items).toMatchObject([{ byte_count: 1_000 }]);
    expect((await list(made, 'analyst').page()).items).toMatchObject([{ byte_count: 900 }]);
  });

  it('accepts only a cursor of this report and this reader', async () => {
    const made = await makeReport({ body: { recipient_subject_ids: [SUBJECTS.analyst] } });
    await runAgain(made);
    const { nextCursor: cursor } = await list(made, 'owner', 1).page();
    const { reports } = made.api.client('analyst');
    const problem = await toRefusal(reports.runs.list(made.at[0], { cursor }).page());
    expect([problem.status, problem.errors[0]?.pointer]).toEqual([422, '/cursor']);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.runs.list',
  send: (reports, { report }) => reports.runs.list(report.report_id).page(),
  method: 'GET',
  path: ({ runsPath }) => runsPath,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: 'listRuns',
});
