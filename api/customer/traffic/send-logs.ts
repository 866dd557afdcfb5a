import { Readable } from 'node:stream';
import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { answerOfLogs } from '../../../contracts/ingest/otlp/logs/answer-of-logs.ts';
import { OtlpLogsBodySchema } from '../../../contracts/ingest/otlp/logs/otlp-logs.ts';
import { encodeLogsAnswer } from '../../../contracts/ingest/otlp/otlp-protobuf.ts';
import { handlerOf } from '../../frame/operations/operation-handler.ts';
import { keepTraffic } from './keep-traffic.ts';
import { OTLP_LANE, OTLP_MEDIA, otlpMediaOf } from './otlp-lane.ts';

export const sendLogs = handlerOf(INGEST_OPERATIONS, 'customer.traffic.send_logs', {
  access: 'requireProducer',
  media: { [OTLP_MEDIA.protobuf]: {}, [OTLP_MEDIA.json]: { schema: OtlpLogsBodySchema } },
  lane: OTLP_LANE,
  async answer(request, context) {
    const media = otlpMediaOf(request);
    const form = media === OTLP_MEDIA.protobuf ? 'protobuf' : 'document';
    const answer = answerOfLogs(await keepTraffic(request, context, { way: 'otlp_logs', form }));
    const body = media === OTLP_MEDIA.json ? JSON.stringify(answer) : encodeLogsAnswer(answer);
    return { headers: { 'content-type': media }, body: Readable.from([Buffer.from(body)]) };
  },
});
