import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { ReceivedEventsSchema } from '../../../contracts/ingest/received/received-events.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { keepTraffic } from './keep-traffic.ts';
import { receiptOf } from './receipt-of.ts';
import { isOfLines, LINES_MEDIA } from './sent-items.ts';

export const sendTraffic = customerHandlerOf(INGEST_OPERATIONS, 'customer.traffic.send', {
  access: 'requireProducer',
  media: { 'application/json': { schema: ReceivedEventsSchema }, ...LINES_MEDIA },
  async answer(request, context) {
    const form = isOfLines(request) ? 'lines' : 'document';
    return { data: receiptOf(await keepTraffic(request, context, { way: 'native', form })) };
  },
});
