import { describe, expect, it } from 'vitest';
import type { ReportRunV1 } from '../../../contracts/report-run.ts';
import { missing } from '../../support/api/answers.ts';
import { describeCommonRefusals } from '../../support/api/common-refusals.ts';
import { SUBJECTS } from '../../support/api/demo-ids.ts';
import { makeReport } from '../../support/api/made-report.ts';

interface Cancelled {
  readonly kind: string;
  readonly data: ReportRunV1;
}

describe('customer.reports.runs.cancel', () => {
  it.each(['queued', 'running'] as const)('answers 200 for a run that is %s, and tells its workflow', async (state) => {
    const { api, run, runPath } = await makeReport();
    const row = api.plane.runRows.get(run.run_id)!;
    api.plane.runRows.set(run.run_id, { ...row, run: { ...row.run, state } });
    const { status, body } = await api.post<Cancelled>(`${runPath}/cancel`);
    expect([status, body.kind, body.data.state, body.data.failure_code]).toEqual([200, 'report-run', 'cancelled', '']);
    expect(api.plane.outbox.at(-1)).toEqual({ kind: 'cancel_report_run', workflowId: run.run_id });
    expect((await api.get<Cancelled>(runPath)).body.data.state).toBe('cancelled');
  });

  it.each(['ready', 'partial', 'failed', 'cancelled', 'expired'] as const)(
    'answers 409 for a run that is %s',
    async (state) => {
      const { api, run, runPath } = await makeReport();
      api.plane.settle(run.run_id, { state });
      const before = api.plane.written();
      const { status, body } = await api.post(`${runPath}/cancel`);
      expect([status, body['type']]).toEqual([409, 'conflict']);
      expect(api.plane.written()).toBe(before);
    },
  );

  it('is for whoever started the run, and for the owner whoever started it', async () => {
    const { api, runsPath } = await makeReport();
    for (const as of ['analyst', 'owner'] as const) {
      const started = (await api.post<Cancelled>(runsPath, { as: 'analyst' })).body.data;
      expect(started.initiator).toBe(SUBJECTS.analyst);
      expect([as, (await api.post(`${runsPath}/${started.run_id}/cancel`, { as })).status]).toEqual([as, 200]);
    }
  });

  it('answers 403 to a recipient that is neither owner nor initiator, also when the run is settled', async () => {
    const { api, run, runPath } = await makeReport();
    for (const state of ['queued', 'ready'] as const) {
      if (state === 'ready') api.plane.settle(run.run_id, { state });
      const { status, body } = await api.post(`${runPath}/cancel`, { as: 'analyst' });
      expect([state, status, body['type']]).toEqual([state, 403, 'forbidden']);
    }
  });

  it('answers 404 to an initiator that has lost access since', async () => {
    const { api, runsPath } = await makeReport();
    const { run_id } = (await api.post<Cancelled>(runsPath, { as: 'analyst' })).body.data;
    const analyst = api.plane.callers.get(SUBJECTS.analyst)!;
    api.plane.callers.set(SUBJECTS.analyst, { ...analyst, bindings: api.plane.callers.get(SUBJECTS.narrow)!.bindings });
    expect((await api.post(`${runsPath}/${run_id}/cancel`, { as: 'analyst' })).status).toBe(404);
  });

  it('answers 404 for a run that is not there, or goes with its report at the same moment', async () => {
    const { api, run, runsPath, runPath } = await makeReport();
    expect((await api.post(`${runsPath}/${missing.run}/cancel`)).status).toBe(404);
    api.plane.reports.cancelRun = () => {
      api.plane.runRows.delete(run.run_id);
      return Promise.resolve(undefined);
    };
    const { status, body } = await api.post(`${runPath}/cancel`);
    expect([status, body['type']]).toEqual([404, 'not_found']);
  });

  it('takes no body, or an empty object', async () => {
    const { api, runPath } = await makeReport();
    expect((await api.post(`${runPath}/cancel`, { body: { reason: 'x' } })).status).toBe(422);
    expect((await api.post(`${runPath}/cancel`, { body: {} })).status).toBe(200);
  });

  it('needs neither a reader nor a worker', async () => {
    const { api, runPath } = await makeReport();
    api.plane.reports.hasWorker = false;
    expect((await api.post(`${runPath}/cancel`)).status).toBe(200);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.runs.cancel',
  method: 'POST',
  path: ({ runPath }) => `${runPath}/cancel`,
  statuses: [200, 401, 403, 404, 409, 413, 415, 422, 500, 503],
  asks: 'cancelRun',
});
