import { Readable } from 'node:stream';
import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { answerOfTraces } from '../../../contracts/ingest/otlp/answer-of-traces.ts';
import { encodeAnswer } from '../../../contracts/ingest/otlp/otlp-protobuf.ts';
import { OtlpBodySchema } from '../../../contracts/ingest/otlp/otlp-traces.ts';
import { handlerOf } from '../../frame/operations/operation-handler.ts';
import { keepTraffic } from './keep-traffic.ts';
import { OTLP_LANE, OTLP_MEDIA, otlpMediaOf } from './otlp-lane.ts';

export const sendSpans = handlerOf(INGEST_OPERATIONS, 'customer.traffic.send_spans', {
  access: 'requireProducer',
  media: { [OTLP_MEDIA.protobuf]: {}, 'application/protobuf': {}, [OTLP_MEDIA.json]: { schema: OtlpBodySchema } },
  lane: OTLP_LANE,
  async answer(request, context) {
    const media = otlpMediaOf(request);
    const form = media === OTLP_MEDIA.protobuf ? 'protobuf' : 'document';
    const answer = answerOfTraces(await keepTraffic(request, context, { way: 'otlp', form }));
    const body = media === OTLP_MEDIA.json ? JSON.stringify(answer) : encodeAnswer(answer);
    return { headers: { 'content-type': media }, body: Readable.from([Buffer.from(body)]) };
  },
});
