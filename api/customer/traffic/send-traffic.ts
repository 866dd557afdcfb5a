import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { ReceivedEventsSchema } from '../../../contracts/ingest/received/received-events.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { acceptTraffic } from './accept-traffic.ts';
import { toTrafficReceipt } from './to-traffic-receipt.ts';
import { isLineDelimited, LINES_MEDIA } from './sent-items.ts';

export const sendTraffic = createCustomerHandler(INGEST_OPERATIONS, 'customer.traffic.send', {
  access: 'requireProducer',
  media: { 'application/json': { schema: ReceivedEventsSchema }, ...LINES_MEDIA },
  async answer(request, context) {
    const form = isLineDelimited(request) ? 'lines' : 'document';
    return { data: toTrafficReceipt(await acceptTraffic(request, context, { way: 'native', form })) };
  },
});
