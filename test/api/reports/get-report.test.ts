import { describe, expect, it } from 'vitest';
import { MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import { FIRST_APPLICATION_ID } from '../../../testing/api/demo-ids.ts';
import { makeApplicationQuery, copyAccess, makeReport, saveView } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

describe('customer.reports.get', () => {
  it('answers 200 with the definition, which names its latest run and has no answer', async () => {
    const { api, report } = await makeReport();
    const { reports } = api.client();
    expect((await reports.get(report.report_id)).data).toEqual(report);
    const second = (await reports.runs.create(report.report_id)).data;
    expect((await reports.get(report.report_id)).data).toEqual({ ...report, latest_run_id: second.run_id });
  });

  it('shows the owner’s document to a recipient with access to its complete scope', async () => {
    const { api, report } = await makeReport();
    expect((await api.client('analyst').reports.get(report.report_id)).data).toEqual(report);
  });

  it.each([
    ['receives it, and covers only one of its two applications', 'narrow'],
    ['covers everything, and receives nothing', 'costless'],
    ['may not read', 'deployer'],
  ] as const)('answers 404 to a caller who %s: %s', async (_why, as) => {
    const { api, report } = await makeReport();
    expect((await toRefusal(api.client(as).reports.get(report.report_id))).status).toBe(404);
  });

  it('shows a recipient a report about its own application, which it covers', async () => {
    const { api, report } = await makeReport({ view: makeApplicationQuery(FIRST_APPLICATION_ID) });
    expect((await api.client('narrow').reports.get(report.report_id)).data).toEqual(report);
  });

  it.each(['owner', 'analyst'] as const)(
    'conceals it immediately from the %s who loses access, and shows it again with the access',
    async (as) => {
      const { api, report } = await makeReport();
      const { reports } = api.client(as);
      const giveBack = copyAccess(api, as, 'narrow');
      expect((await toRefusal(reports.get(report.report_id))).status).toBe(404);
      giveBack();
      expect((await reports.get(report.report_id)).data).toEqual(report);
    },
  );

  it('checks the scope of the latest run, even after the row of that run is removed', async () => {
    const { api, report, run, at } = await makeReport();
    api.plane.settle(run.run_id, { state: 'ready' });
    api.plane.runRows.delete(run.run_id);
    const { data } = await api.client('analyst').reports.get(report.report_id);
    expect(data).not.toHaveProperty('latest_run_id');
    expect({ ...data, latest_run_id: run.run_id }).toEqual(report);
    expect((await toRefusal(api.client('narrow').reports.get(report.report_id))).status).toBe(404);
    expect((await toRefusal(api.client().reports.runs.get(...at))).status).toBe(404);
  });

  it('conceals a report whose scope is unknown', async () => {
    const { api, report } = await makeReport();
    api.plane.latestScopes.set(report.report_id, []);
    expect((await toRefusal(api.client().reports.get(report.report_id))).status).toBe(404);
  });

  it('remains after its view is deleted', async () => {
    const { api, view, report } = await makeReport();
    const { savedViews, reports } = api.client();
    await savedViews.delete(view.id);
    expect((await reports.get(report.report_id)).data).toEqual(report);
  });

  it('answers 404 for a missing report, and for an invalid id', async () => {
    const { api } = await makeReport();
    for (const id of [MISSING_IDS.report, (await saveView(api)).id, 'nonsense']) {
      expect((await toRefusal(api.client().reports.get(id))).status).toBe(404);
    }
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.get',
  send: (reports, { at }) => reports.get(at[0]),
  method: 'GET',
  path: ({ reportPath }) => reportPath,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: 'find',
});
