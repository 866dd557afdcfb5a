import { resolveReadScope } from '../../../domain/tenancy/resolve.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { refuseForeignScope } from '../../../contracts/insight/foreign-scope.ts';
import { InsightReceiptSchema, ReceiptQuerySchema } from '../../../contracts/insight/insight-receipt.ts';
import { composed } from '../../frame/composed.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const ReceiptSchema = envelopeOf('insight-receipt', InsightReceiptSchema);

const REFUSALS = [
  'forbidden',
  'scope_required',
  'window_too_large',
  'invalid_query',
  'read_context_expired',
  'budget_exceeded',
] as const;

/** `customer.insights.receipt`: what is known about one request that an answer showed, under that answer's pin. */
export function registerInsightsReceipt(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/insights/receipt`,
    {
      onRequest: access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.insights.receipt',
        summary: 'Read the metadata receipt of one request',
        description:
          'What is known about one request that an answer showed, under the read context of that answer. It carries no content.',
        tags: ['insights'],
        security: SECURITY,
        params: PATH.workspace,
        querystring: NoQuerySchema,
        body: ReceiptQuerySchema,
        response: { 200: ReceiptSchema, ...problemsWithBody(...REFUSALS) },
      },
    },
    async (request) => {
      const workspace = access.workspace.of(request);
      refuseForeignScope(request.body, workspace);
      const scope = resolveReadScope(access.caller.of(request), workspace, request.body.scope ?? {});
      const reader = composed(ports.reader, 'insight reader');
      const data = await reader.receipt({ scope, query: request.body, requestId: request.id });
      return { kind: 'insight-receipt' as const, data, request_id: request.id };
    },
  );
}
