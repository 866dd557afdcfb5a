import { MAX_PAGE_ITEMS } from '../../../contracts/wire/envelope.ts';
import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { createSchedulePresenter } from './schedule-presenter.ts';

/** The schedules that the caller owns or receives, newest first. */
export const listSchedules = createListHandler(SCHEDULE_OPERATIONS, 'customer.report_schedules.list', {
  access: 'requireWorkspace',
  // Five times the maximum number in a workspace, so that a request without paging gets all schedules.
  pageSize: MAX_PAGE_ITEMS,
  source: (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const { workspaceId } = workspace;
    return {
      list: 'report-schedules',
      workspaceId,
      load: (after, limit) => ports.schedules.list({ workspaceId, subjectId: caller.subjectId, limit, after }),
      visible: (schedules) => access.visibleSchedules(caller, workspace, schedules),
      keyOf: ({ record }) => ({ createdAt: record.created_at, id: record.schedule_id }),
      present: async (schedules) => schedules.map(await createSchedulePresenter(ports)),
    };
  },
});
