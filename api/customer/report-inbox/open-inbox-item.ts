import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { REPORT_DELIVERED } from '../../../domain/schedules/report-occurrence.ts';
import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { readRunAtPath } from '../runs/open-run.ts';
import { isNotice, presentInboxItem } from './inbox-presenter.ts';

/**
 * Opens an item: its run, as far as its recipient may see it now, or its notice. The time of the first opening is
 * stored.
 */
export const openInboxItem = createCustomerHandler(SCHEDULE_OPERATIONS, 'customer.report_inbox.open', {
  access: 'requireInboxItem',
  answer: async (request, context) => {
    const { ports, access } = context;
    const listed = access.inboxItem.of(request);
    const { item } = listed;
    if (!isNotice(listed) && item.source_kind !== REPORT_DELIVERED.sourceKind) {
      throw new Refusal('dependency_unavailable', 'This deployment cannot open items of this kind. Ask its operator.');
    }
    const run = isNotice(listed) ? undefined : await readRunAtPath(context, request);
    const readAt = await ports.inbox.markRead(item.delivery_id);
    if (readAt === undefined) throw notFound();
    const caller = access.caller.of(request);
    const shown = presentInboxItem(access, caller, access.workspace.of(request), listed);
    return { data: { item: { ...shown, read_at: readAt.toISOString() }, ...(run && { run }) } };
  },
});
