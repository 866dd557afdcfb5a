import { describe, expect, it } from 'vitest';
import { makeAnswer, MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import { copyAccess, makeReport } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { computeRunDigest, makeSettledReport } from '../../../testing/api/settled-report.ts';

describe('customer.reports.runs.get', () => {
  it.each(['queued', 'running', 'failed', 'cancelled', 'expired'] as const)(
    'answers 200 for a run that is %s, without an answer',
    async (state) => {
      const { api, run, at } = await makeReport();
      const row = api.plane.runRows.get(run.run_id)!;
      api.plane.runRows.set(run.run_id, { ...row, run: { ...row.run, state } });
      const { data } = await api.client().reports.runs.get(...at);
      const waits = state === 'queued' && { waits_for: 'turn' };
      expect(data).toEqual({ ...run, state, ...waits, presentation_digest: '', money_withheld: false });
    },
  );

  it.each(['ready', 'partial'] as const)(
    'shows the complete answer of a run that is %s under the artifact’s digest to a viewer with cost.read',
    async (state) => {
      const { api, at } = await makeSettledReport(makeAnswer(), state);
      const { data } = await api.client().reports.runs.get(...at);
      expect(data).toMatchObject({ state, answer: makeAnswer(), money_withheld: false });
      expect(data.presentation_digest).toBe(data.artifact_digest);
    },
  );

  it('withholds money from a viewer without cost.read, under a digest of the shown document', async () => {
    const { api, run, at } = await makeSettledReport();
    const { data } = await api.client('analyst').reports.runs.get(...at);
    expect(data.answer?.groups?.[0]?.cells).toEqual([
      { metric: 'requests.v1', value: { state: 'available', number: '3', unit: 'count' } },
      { metric: 'provider_spend.v1', value: { state: 'unavailable', reason: 'scope_not_authorized' } },
    ]);
    expect(data.money_withheld).toBe(true);
    expect(data.presentation_digest).toBe(computeRunDigest(run, data.answer));
    expect(data.presentation_digest).not.toBe(data.artifact_digest);
  });

  it('uses the current access: money appears and disappears with cost.read', async () => {
    const { api, at } = await makeSettledReport();
    const { runs } = api.client('analyst').reports;
    const giveBack = copyAccess(api, 'analyst', 'owner');
    expect((await runs.get(...at)).data.money_withheld).toBe(false);
    giveBack();
    expect((await runs.get(...at)).data.money_withheld).toBe(true);
  });

  it('needs neither a reader nor a worker', async () => {
    const { api, at } = await makeSettledReport();
    api.plane.reports.hasWorker = false;
    expect((await api.client().reports.runs.get(...at)).data.answer).toEqual(makeAnswer());
    expect(api.asked).toEqual([]);
  });

  it.each([
    ['a moment before', -1, 'ready', true],
    ['from', 0, 'expired', false],
  ])('no longer shows the answer %s its expiry, swept or not', async (_name, milliseconds, state, hasAnswer) => {
    const { api, at } = await makeSettledReport();
    api.now = new Date(api.now.getTime() + 30 * 86_400_000 + milliseconds);
    const { data } = await api.client().reports.runs.get(...at);
    expect([data.state, data.answer !== undefined]).toEqual([state, hasAnswer]);
  });

  it.each([
    ['does not cover its frozen scope', 'narrow'],
    ['is no recipient', 'costless'],
    ['may not read', 'deployer'],
  ] as const)('answers 404 to a caller who %s: %s', async (_why, as) => {
    const { api, at } = await makeSettledReport();
    const problem = await toRefusal(api.client(as).reports.runs.get(...at));
    expect(problem).toMatchObject({ status: 404, type: 'not_found' });
  });

  it.each(['analyst', 'owner'] as const)('answers 404 immediately to the %s who loses access', async (as) => {
    const { api, at } = await makeSettledReport();
    const { runs } = api.client(as).reports;
    expect((await runs.get(...at)).data.state).toBe('ready');
    copyAccess(api, as, 'narrow');
    expect((await toRefusal(runs.get(...at))).status).toBe(404);
  });

  it('answers 404 for a missing run, and for a run of another report', async () => {
    const { api, at } = await makeSettledReport();
    const [reportId, runId] = at;
    const { runs } = api.client().reports;
    for (const [report, run] of [
      [reportId, MISSING_IDS.run],
      [reportId, 'nonsense'],
      [MISSING_IDS.report, runId],
    ] as const) {
      expect((await toRefusal(runs.get(report, run))).status).toBe(404);
    }
    expect((await runs.get(...at)).data.run_id).toBe(runId);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.runs.get',
  send: ({ runs }, { at }) => runs.get(...at),
  method: 'GET',
  path: ({ runPath }) => runPath,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: 'findRun',
});
