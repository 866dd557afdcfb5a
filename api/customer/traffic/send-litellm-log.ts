import type { FastifyRequest } from 'fastify';
import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { LitellmLogSchema } from '../../../contracts/ingest/litellm/litellm-log.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { acceptTraffic } from './accept-traffic.ts';
import { toTrafficReceipt } from './to-traffic-receipt.ts';
import { LINES_MEDIA } from './sent-items.ts';

export const sendLitellmLog = createCustomerHandler(INGEST_OPERATIONS, 'customer.traffic.send_litellm_log', {
  access: 'requireProducer',
  media: { 'application/json': { schema: LitellmLogSchema }, ...LINES_MEDIA },
  async answer(request, context) {
    const form = isList(request) ? 'document' : 'lines';
    return { data: toTrafficReceipt(await acceptTraffic(request, context, { way: 'litellm', form })) };
  },
});

/** True if a body begins like a JSON list. LiteLLM sends both lists and lines as `application/json`. */
function isList({ body }: FastifyRequest): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*\[/.test((body as Buffer).toString('latin1', 0, 64));
}
