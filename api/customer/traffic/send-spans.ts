import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { answerOfTraces } from '../../../contracts/ingest/otlp/answers/answer-of-traces.ts';
import { encodeAnswer } from '../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { OtlpBodySchema } from '../../../contracts/ingest/otlp/otlp-traces.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { OTLP_LANE } from '../lane/otlp-lane.ts';
import { acceptTraffic } from './accept-traffic.ts';
import { otlpAnswer, otlpBodies, otlpEncoding } from './otlp-bodies.ts';

export const sendSpans = customerHandlerOf(INGEST_OPERATIONS, 'customer.traffic.send_spans', {
  access: 'requireProducer',
  media: otlpBodies(OtlpBodySchema),
  lane: OTLP_LANE,
  async answer(request, context) {
    const answer = answerOfTraces(await acceptTraffic(request, context, { way: 'otlp', form: otlpEncoding(request) }));
    return otlpAnswer(request, answer, encodeAnswer);
  },
});
