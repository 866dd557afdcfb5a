import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { presentInboxItem } from './inbox-presenter.ts';

/** Lists the items that were delivered to the caller, newest first, each with the name of its report. */
export const listInboxItems = createListHandler(SCHEDULE_OPERATIONS, 'customer.report_inbox.list', {
  access: 'requireWorkspace',
  source: (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const { workspaceId } = workspace;
    return {
      list: 'report-inbox',
      workspaceId,
      load: (after, limit) => ports.inbox.list({ workspaceId, recipient: caller.subjectId, limit, after }),
      keyOf: ({ item }) => ({ createdAt: item.delivered_at, id: item.delivery_id }),
      present: (items) => items.map((one) => presentInboxItem(access, caller, workspace, one)),
    };
  },
});
