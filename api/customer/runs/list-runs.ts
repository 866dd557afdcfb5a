import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { runWithoutAnswer } from './open-run.ts';
import { runDisclosure } from './run-disclosure.ts';
import { createRunPresenter } from './run-presenter.ts';

/** The runs of a report that exist for the caller, newest first, without their answers. */
export const listRuns = createListHandler(REPORT_OPERATIONS, 'customer.reports.runs.list', {
  access: 'requireReport',
  source: (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const report = access.report.of(request);
    const { report_id: reportId, workspace_id: workspaceId } = report;
    return {
      list: `runs of ${reportId}`,
      workspaceId,
      load: (after, limit) => ports.reports.listRuns({ reportId, limit, after }),
      visible: (runs) =>
        Promise.resolve(runs.filter((run) => access.isVisibleRun(caller, workspace, { report, ...run }))),
      keyOf: ({ run }) => ({ createdAt: run.created_at, id: run.run_id }),
      present: async (runs) => {
        const presentRun = await createRunPresenter(ports);
        const now = ports.clock.now();
        return runs.map((stored) => {
          const disclosure = runDisclosure(caller, workspace, stored.scopeEnvironmentIds);
          return runWithoutAnswer({ stored: { ...stored, run: presentRun(stored) }, ...disclosure, now });
        });
      },
    };
  },
});
