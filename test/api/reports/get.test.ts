import { describe, expect, it } from 'vitest';
import type { ReportV1 } from '../../../contracts/report.ts';
import type { ReportRunV1 } from '../../../contracts/report-run.ts';
import { missing } from '../../support/api/answers.ts';
import { describeCommonRefusals } from '../../support/api/common-refusals.ts';
import { APP_ONE, ORG, SUBJECTS } from '../../support/api/demo-ids.ts';
import { aboutApplications, makeReport, saveView } from '../../support/api/made-report.ts';

describe('customer.reports.get', () => {
  it('answers 200 with the definition, which names its latest run and holds no answer', async () => {
    const { api, report, reportPath, runsPath } = await makeReport();
    const first = await api.get<{ kind: string; data: ReportV1 }>(reportPath);
    expect([first.status, first.body.kind, first.body.data]).toEqual([200, 'report', report]);
    const second = (await api.post<{ data: ReportRunV1 }>(runsPath)).body.data;
    const { data } = (await api.get<{ data: ReportV1 }>(reportPath)).body;
    expect(data).toEqual({ ...report, latest_run_id: second.run_id });
  });

  it.each([
    ['owner', 200],
    ['analyst', 200],
    // Receives it, and covers one of its two applications: nothing, rather than less.
    ['narrow', 404],
    // Covers everything, and receives nothing.
    ['costless', 404],
    ['deployer', 404],
  ] as const)('answers %s with %i', async (as, status) => {
    const { api, reportPath } = await makeReport();
    expect((await api.get(reportPath, { as })).status).toBe(status);
  });

  it('shows a recipient what it covers: a report about its own application', async () => {
    const { api, reportPath } = await makeReport({ view: aboutApplications(APP_ONE) });
    expect((await api.get(reportPath, { as: 'narrow' })).status).toBe(200);
  });

  it('conceals it at once from whoever loses access, its owner too, and shows it again with the access', async () => {
    const { api, reportPath } = await makeReport();
    for (const as of ['owner', 'analyst'] as const) {
      const caller = api.plane.callers.get(SUBJECTS[as])!;
      const less = api.plane.callers.get(SUBJECTS.narrow)!.bindings;
      api.plane.callers.set(SUBJECTS[as], { ...caller, bindings: less });
      expect([as, (await api.get(reportPath, { as })).status]).toEqual([as, 404]);
      api.plane.callers.set(SUBJECTS[as], caller);
      expect([as, (await api.get(reportPath, { as })).status]).toEqual([as, 200]);
    }
  });

  it('goes by the scope of the latest run, also when the row of that run is gone', async () => {
    const { api, run, reportPath } = await makeReport();
    api.plane.settle(run.run_id, { state: 'ready' });
    api.plane.runRows.delete(run.run_id);
    expect((await api.get(reportPath, { as: 'analyst' })).status).toBe(200);
    expect((await api.get(reportPath, { as: 'narrow' })).status).toBe(404);
    expect((await api.get(`${reportPath}/runs/${run.run_id}`)).status).toBe(404);
  });

  it('conceals a report whose scope is not known', async () => {
    const { api, report, reportPath } = await makeReport();
    api.plane.latestScopes.set(report.report_id, []);
    expect((await api.get(reportPath)).status).toBe(404);
  });

  it('stays when its view is deleted', async () => {
    const { api, view, reportPath } = await makeReport();
    expect((await api.delete(`/organizations/${ORG}/saved-views/${view.id}`)).status).toBe(200);
    expect((await api.get(reportPath)).status).toBe(200);
  });

  it('answers 404 for a report that is not there, and for what is no id of a report', async () => {
    const { api } = await makeReport();
    for (const id of [missing.report, (await saveView(api)).id, 'nonsense']) {
      expect((await api.get(`/organizations/${ORG}/reports/${id}`)).status).toBe(404);
    }
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.get',
  method: 'GET',
  path: ({ reportPath }) => reportPath,
  statuses: [200, 401, 404, 422, 500, 503],
  asks: 'find',
});
