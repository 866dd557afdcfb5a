import { describe, expect, it } from 'vitest';
import { reportDigest } from '../../../contracts/report-digest.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../../contracts/report-run.ts';
import { anAnswer, missing } from '../../support/api/answers.ts';
import { describeCommonRefusals } from '../../support/api/common-refusals.ts';
import { ORG, SUBJECTS } from '../../support/api/demo-ids.ts';
import { makeReport, type MadeReport } from '../../support/api/made-report.ts';

interface Opened {
  readonly kind: string;
  readonly data: ReportRunOpenV1;
}

function digestOf(run: ReportRunV1, answer: unknown): string {
  const window = { from: new Date(run.window.from), to: new Date(run.window.to) };
  return reportDigest({ question: run.question, window, viewRevision: run.view_revision, answer });
}

async function settled(state: 'ready' | 'partial' = 'ready'): Promise<MadeReport> {
  const made = await makeReport();
  const { api, run } = made;
  api.plane.answers.set(run.run_id, anAnswer());
  api.plane.settle(run.run_id, { state, artifact_digest: digestOf(run, anAnswer()), group_count: 1 });
  return made;
}

describe('customer.reports.runs.get', () => {
  it.each(['queued', 'running', 'failed', 'cancelled', 'expired'] as const)(
    'answers 200 for a run that is %s, without an answer',
    async (state) => {
      const { api, run, runPath } = await makeReport();
      const row = api.plane.runRows.get(run.run_id)!;
      api.plane.runRows.set(run.run_id, { ...row, run: { ...row.run, state } });
      const { status, body } = await api.get<Opened>(runPath);
      expect([status, body.kind]).toEqual([200, 'opened-report-run']);
      expect(body.data).toEqual({ ...run, state, presentation_digest: '', money_withheld: false });
    },
  );

  it.each(['ready', 'partial'] as const)(
    'shows the whole answer of a run that is %s under the artifact’s digest to a viewer with cost.read',
    async (state) => {
      const { api, runPath } = await settled(state);
      const { body } = await api.get<Opened>(runPath);
      expect(body.data).toMatchObject({ state, answer: anAnswer(), money_withheld: false });
      expect(body.data.presentation_digest).toBe(body.data.artifact_digest);
    },
  );

  it('withholds money from a viewer without cost.read, under a digest of what it shows', async () => {
    const { api, run, runPath } = await settled();
    const { body } = await api.get<Opened>(runPath, { as: 'analyst' });
    expect(body.data.answer?.groups?.[0]?.cells).toEqual([
      { metric: 'requests.v1', value: { state: 'available', number: '3', unit: 'count' } },
      { metric: 'provider_spend.v1', value: { state: 'unavailable', reason: 'scope_not_authorized' } },
    ]);
    expect(body.data.money_withheld).toBe(true);
    expect(body.data.presentation_digest).toBe(digestOf(run, body.data.answer));
    expect(body.data.presentation_digest).not.toBe(body.data.artifact_digest);
  });

  it('goes by the access of now: money comes and goes with cost.read', async () => {
    const { api, runPath } = await settled();
    const analyst = api.plane.callers.get(SUBJECTS.analyst)!;
    api.plane.callers.set(SUBJECTS.analyst, { ...analyst, bindings: api.plane.callers.get(SUBJECTS.owner)!.bindings });
    expect((await api.get<Opened>(runPath, { as: 'analyst' })).body.data.money_withheld).toBe(false);
    api.plane.callers.set(SUBJECTS.analyst, analyst);
    expect((await api.get<Opened>(runPath, { as: 'analyst' })).body.data.money_withheld).toBe(true);
  });

  it('needs neither a reader nor a worker', async () => {
    const { api, runPath } = await settled();
    api.plane.reports.hasWorker = false;
    expect((await api.get(runPath)).status).toBe(200);
    expect(api.asked).toEqual([]);
  });

  it.each([
    ['a moment before', -1, 'ready', true],
    ['from', 0, 'expired', false],
  ])('shows the answer no more %s its expiry, swept or not', async (_name, milliseconds, state, hasAnswer) => {
    const { api, runPath } = await settled();
    api.now = new Date(api.now.getTime() + 30 * 86_400_000 + milliseconds);
    const { body } = await api.get<Opened>(runPath);
    expect([body.data.state, body.data.answer !== undefined]).toEqual([state, hasAnswer]);
  });

  it('answers 404 to a recipient that does not cover the frozen scope, and to whoever is no recipient', async () => {
    const { api, runPath } = await settled();
    for (const as of ['narrow', 'costless', 'deployer'] as const) {
      const { status, body } = await api.get(runPath, { as });
      expect([as, status, body['type']]).toEqual([as, 404, 'not_found']);
    }
  });

  it('answers 404 at once to a recipient that loses access, and to the owner', async () => {
    const { api, runPath } = await settled();
    for (const as of ['analyst', 'owner'] as const) {
      expect((await api.get(runPath, { as })).status).toBe(200);
      const caller = api.plane.callers.get(SUBJECTS[as])!;
      const less = api.plane.callers.get(SUBJECTS.narrow)!.bindings;
      api.plane.callers.set(SUBJECTS[as], { ...caller, bindings: less });
      expect([as, (await api.get(runPath, { as })).status]).toEqual([as, 404]);
    }
  });

  it('answers 404 for a run that is not there, and for a run of another report', async () => {
    const { api, run, runsPath, runPath } = await settled();
    const elsewhere = `/organizations/${ORG}/reports/${missing.report}/runs/${run.run_id}`;
    for (const path of [`${runsPath}/${missing.run}`, `${runsPath}/nonsense`, elsewhere]) {
      expect((await api.get(path)).status).toBe(404);
    }
    expect((await api.get(runPath)).status).toBe(200);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.runs.get',
  method: 'GET',
  path: ({ runPath }) => runPath,
  statuses: [200, 401, 404, 422, 500, 503],
  asks: 'findRun',
});
