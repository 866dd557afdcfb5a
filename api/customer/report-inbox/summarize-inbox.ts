import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { MAX_COUNTED_UNREAD } from '../../../contracts/schedules/report-inbox-summary.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { isNotice } from './inbox-presenter.ts';

/** Answers with the number of unopened items. Items that the caller can no longer open do not count. */
export const summarizeInbox = createCustomerHandler(SCHEDULE_OPERATIONS, 'customer.report_inbox.summary', {
  access: 'requireWorkspace',
  answer: async (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const { workspaceId } = workspace;
    const limit = MAX_COUNTED_UNREAD + 1;
    const unread = await ports.inbox.listUnread({ workspaceId, recipient: caller.subjectId, limit });
    const counted = unread
      .slice(0, MAX_COUNTED_UNREAD)
      .filter(
        (one) => isNotice(one) || (one.source !== undefined && access.isVisibleRun(caller, workspace, one.source)),
      );
    return { data: { unread_count: counted.length, truncated: unread.length > MAX_COUNTED_UNREAD } };
  },
});
