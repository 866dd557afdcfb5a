import { describe, expect, it } from 'vitest';
import { MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import { SUBJECTS } from '../../../testing/api/demo-ids.ts';
import { copyAccess, makeReport } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

describe('customer.reports.runs.cancel', () => {
  it.each(['queued', 'running'] as const)(
    'answers 200 for a run that is %s, and notifies its workflow',
    async (state) => {
      const { api, run, at } = await makeReport();
      const { runs } = api.client().reports;
      const row = api.plane.runRows.get(run.run_id)!;
      api.plane.runRows.set(run.run_id, { ...row, run: { ...row.run, state } });
      expect((await runs.cancel(...at)).data).toMatchObject({ state: 'cancelled', failure_code: '' });
      expect(api.plane.outbox.at(-1)).toEqual({ kind: 'cancel_report_run', workflowId: run.run_id });
      expect((await runs.get(...at)).data.state).toBe('cancelled');
    },
  );

  it.each(['ready', 'partial', 'failed', 'cancelled', 'expired'] as const)(
    'answers 409 for a run that is %s',
    async (state) => {
      const { api, run, at } = await makeReport();
      api.plane.settle(run.run_id, { state });
      const before = api.plane.written();
      const problem = await toRefusal(api.client().reports.runs.cancel(...at));
      expect(problem).toMatchObject({ status: 409, type: 'conflict' });
      expect(api.plane.written()).toBe(before);
    },
  );

  it.each(['analyst', 'owner'] as const)(
    'is available to the analyst who started the run, and to the owner: %s',
    async (as) => {
      const { api, report } = await makeReport();
      const { data: started } = await api.client('analyst').reports.runs.create(report.report_id);
      expect(started.initiator).toBe(SUBJECTS.analyst);
      const { data } = await api.client(as).reports.runs.cancel(report.report_id, started.run_id);
      expect(data.state).toBe('cancelled');
    },
  );

  it('answers 403 to a recipient who is neither owner nor initiator, even if the run is settled', async () => {
    const { api, run, at } = await makeReport();
    const { runs } = api.client('analyst').reports;
    expect(await toRefusal(runs.cancel(...at))).toMatchObject({ status: 403, type: 'forbidden' });
    api.plane.settle(run.run_id, { state: 'ready' });
    expect(await toRefusal(runs.cancel(...at))).toMatchObject({ status: 403, type: 'forbidden' });
  });

  it('answers 404 to an initiator who has lost access', async () => {
    const { api, report } = await makeReport();
    const { runs } = api.client('analyst').reports;
    const { run_id: started } = (await runs.create(report.report_id)).data;
    copyAccess(api, 'analyst', 'narrow');
    expect((await toRefusal(runs.cancel(report.report_id, started))).status).toBe(404);
  });

  it('answers 404 for a missing run, and for one that is deleted with its report at the same moment', async () => {
    const { api, report, run, at } = await makeReport();
    const { runs } = api.client().reports;
    expect((await toRefusal(runs.cancel(report.report_id, MISSING_IDS.run))).status).toBe(404);
    api.plane.reports.cancelRun = () => {
      api.plane.runRows.delete(run.run_id);
      return Promise.resolve(undefined);
    };
    expect(await toRefusal(runs.cancel(...at))).toMatchObject({ status: 404, type: 'not_found' });
  });

  it('accepts no body, or an empty object', async () => {
    const { api, runPath } = await makeReport();
    expect((await api.post(`${runPath}/cancel`, { body: { reason: 'x' } })).status).toBe(422);
    expect((await api.post(`${runPath}/cancel`, { body: {} })).status).toBe(200);
  });

  it('needs neither a reader nor a worker', async () => {
    const { api, at } = await makeReport();
    api.plane.reports.hasWorker = false;
    expect((await api.client().reports.runs.cancel(...at)).data.state).toBe('cancelled');
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.runs.cancel',
  send: ({ runs }, { at }) => runs.cancel(...at),
  method: 'POST',
  path: ({ runPath }) => `${runPath}/cancel`,
  statuses: [200, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503],
  asks: 'cancelRun',
});
