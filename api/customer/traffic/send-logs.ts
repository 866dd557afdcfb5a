import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { answerOfLogs } from '../../../contracts/ingest/otlp/answers/answer-of-logs.ts';
import { OtlpLogsBodySchema } from '../../../contracts/ingest/otlp/logs/otlp-logs.ts';
import { encodeLogsAnswer } from '../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { OTLP_LANE } from '../lane/otlp-lane.ts';
import { acceptTraffic } from './accept-traffic.ts';
import { otlpAnswer, otlpBodies, otlpEncoding } from './otlp-bodies.ts';

export const sendLogs = customerHandlerOf(INGEST_OPERATIONS, 'customer.traffic.send_logs', {
  access: 'requireProducer',
  media: otlpBodies(OtlpLogsBodySchema),
  lane: OTLP_LANE,
  async answer(request, context) {
    const answer = answerOfLogs(
      await acceptTraffic(request, context, { way: 'otlp_logs', form: otlpEncoding(request) }),
    );
    return otlpAnswer(request, answer, encodeLogsAnswer);
  },
});
