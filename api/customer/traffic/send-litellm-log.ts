import type { FastifyRequest } from 'fastify';
import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { LitellmLogSchema } from '../../../contracts/ingest/litellm/litellm-log.ts';
import { sentLog } from '../../../contracts/ingest/litellm/sent-log.ts';
import type { SentItem } from '../../../contracts/ingest/received/receive-events.ts';
import { handlerOf } from '../../frame/operations/operation-handler.ts';
import { keepTraffic } from './keep-traffic.ts';
import { receiptOf } from './receipt-of.ts';
import { itemsIn, linesIn } from './sent-items.ts';

export const sendLitellmLog = handlerOf(INGEST_OPERATIONS, 'customer.traffic.send_litellm_log', {
  access: 'requireProducer',
  media: { 'application/json': { schema: LitellmLogSchema }, 'application/x-ndjson': {} },
  async answer(request, context) {
    const log = sentLog(entriesIn(request), context.ports.callPrices);
    return { data: receiptOf(await keepTraffic(request, context, 'litellm', log)) };
  },
});

/** LiteLLM calls its lines `application/json` as well: a list begins like one. */
function entriesIn({ body }: FastifyRequest): Iterable<SentItem> {
  const bytes = body as Buffer;
  return /^\s*\[/.test(bytes.toString('latin1', 0, 64)) ? itemsIn(bytes) : linesIn(bytes);
}
