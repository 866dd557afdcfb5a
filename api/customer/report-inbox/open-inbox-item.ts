import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { REPORT_DELIVERED } from '../../../domain/schedules/report-occurrence.ts';
import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { handlerOf } from '../../frame/operations/operation-handler.ts';
import { openRunOf } from '../runs/open-run.ts';

/** The run of an item as its recipient may see it now; the first time is noted. */
export const openInboxItem = handlerOf(SCHEDULE_OPERATIONS, 'customer.report_inbox.open', {
  access: 'requireInboxItem',
  answer: async (request, context) => {
    const { ports, access } = context;
    const item = access.inboxItem.of(request);
    if (item.source_kind !== REPORT_DELIVERED.sourceKind) {
      throw new Refusal('dependency_unavailable', 'What this item comes from cannot be opened here.');
    }
    const run = await openRunOf(context, request);
    const readAt = await ports.inbox.markRead(item.delivery_id);
    if (readAt === undefined) throw notFound();
    const { name } = access.report.of(request);
    const data = { item: { ...item, report_name: name, read_at: readAt.toISOString() }, run };
    return { data };
  },
});
