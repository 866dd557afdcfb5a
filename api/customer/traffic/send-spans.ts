import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { createTracesAnswer } from '../../../contracts/ingest/otlp/answers/create-traces-answer.ts';
import { encodeAnswer } from '../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { OtlpBodySchema } from '../../../contracts/ingest/otlp/otlp-traces.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { OTLP_LANE } from '../lane/otlp-lane.ts';
import { acceptTraffic } from './accept-traffic.ts';
import { otlpAnswer, otlpMediaTypes, otlpEncoding } from './otlp-media-types.ts';

export const sendSpans = createCustomerHandler(INGEST_OPERATIONS, 'customer.traffic.send_spans', {
  access: 'requireProducer',
  media: otlpMediaTypes(OtlpBodySchema),
  lane: OTLP_LANE,
  async answer(request, context) {
    const answer = createTracesAnswer(
      await acceptTraffic(request, context, { way: 'otlp', form: otlpEncoding(request) }),
    );
    return otlpAnswer(request, answer, encodeAnswer);
  },
});
