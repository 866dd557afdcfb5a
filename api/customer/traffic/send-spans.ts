import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { createValidator } from '../../../contracts/wire/validator.ts';
import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { answerOfTraces } from '../../../contracts/ingest/otlp/answer-of-traces.ts';
import { decodeTraces, encodeAnswer } from '../../../contracts/ingest/otlp/otlp-protobuf.ts';
import { OtlpBodySchema, type OtlpTraces, OtlpTracesSchema } from '../../../contracts/ingest/otlp/otlp-traces.ts';
import { sentSpans } from '../../../contracts/ingest/otlp/sent-spans.ts';
import { handlerOf } from '../../frame/operations/operation-handler.ts';
import { readJson } from '../../frame/transport/read-json.ts';
import { TRAFFIC_BODY_LIMITS } from '../../frame/transport/traffic-body-limits.ts';
import { keepTraffic } from './keep-traffic.ts';
import { OTLP_LANE, OTLP_MEDIA, otlpMediaOf } from './otlp-lane.ts';

export const sendSpans = handlerOf(INGEST_OPERATIONS, 'customer.traffic.send_spans', {
  access: 'requireProducer',
  media: { [OTLP_MEDIA.protobuf]: {}, [OTLP_MEDIA.json]: { schema: OtlpBodySchema } },
  lane: OTLP_LANE,
  async answer(request, context) {
    const spans = sentSpans(tracesIn(request), context.ports.callPrices);
    const answer = answerOfTraces(await keepTraffic(request, context, 'otlp', spans));
    const media = otlpMediaOf(request);
    const body = media === OTLP_MEDIA.json ? JSON.stringify(answer) : encodeAnswer(answer);
    return { headers: { 'content-type': media }, body: Readable.from([Buffer.from(body)]) };
  },
});

const refusalOf = createValidator(OtlpTracesSchema);

function tracesIn(request: FastifyRequest): OtlpTraces {
  const bytes = request.body as Buffer;
  if (otlpMediaOf(request) === OTLP_MEDIA.protobuf) return decodeTraces(bytes, TRAFFIC_BODY_LIMITS);
  const document = readJson(bytes, TRAFFIC_BODY_LIMITS);
  const refusal = refusalOf(document);
  if (refusal !== undefined) throw refusal;
  return document as OtlpTraces;
}
