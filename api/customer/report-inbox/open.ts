import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { REPORT_DELIVERED } from '../../../domain/schedules/report-occurrence.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { OpenedInboxItemV1Schema } from '../../../contracts/schedules/report-inbox.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { openRunOf } from '../runs/open-run.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoBodySchema, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const OpenedSchema = envelopeOf('opened-report-inbox-item', OpenedInboxItemV1Schema);

/** `customer.report_inbox.open`: the run of an item as its recipient may see it now; the first time is noted. */
export function registerReportInboxOpen(app: ApiApp, context: RouteContext): void {
  const { ports, access } = context;
  app.post(
    `${BASE_PATH}/organizations/:org/report-inbox/:delivery/open`,
    {
      onRequest: access.requireInboxItem,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.report_inbox.open',
        summary: 'Open what was delivered',
        description:
          'The item and its run with its answer, as far as the recipient may see it now. The first opening sets `read_at`; ' +
          'one that is refused records nothing.',
        tags: ['report inbox'],
        security: SECURITY,
        params: PATH.inboxItem,
        querystring: NoQuerySchema,
        body: NoBodySchema,
        response: { 200: OpenedSchema, ...problemsWithBody() },
      },
    },
    async (request) => {
      const item = access.inboxItem.of(request);
      if (item.source_kind !== REPORT_DELIVERED.sourceKind) {
        throw new Refusal('dependency_unavailable', 'What this item comes from cannot be opened here.');
      }
      const run = await openRunOf(context, request);
      const readAt = await ports.inbox.markRead(item.delivery_id);
      if (readAt === undefined) throw notFound();
      const { name } = access.report.of(request);
      const data = { item: { ...item, report_name: name, read_at: readAt.toISOString() }, run };
      return { kind: 'opened-report-inbox-item' as const, data, request_id: request.id };
    },
  );
}
