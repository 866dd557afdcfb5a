import { INGEST_OPERATIONS } from '../../../contracts/ingest/operations.ts';
import { createLogsAnswer } from '../../../contracts/ingest/otlp/answers/create-logs-answer.ts';
import { OtlpLogsBodySchema } from '../../../contracts/ingest/otlp/logs/otlp-logs.ts';
import { encodeLogsAnswer } from '../../../contracts/ingest/otlp/protobuf/otlp-protobuf.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { OTLP_LANE } from '../lane/otlp-lane.ts';
import { acceptTraffic } from './accept-traffic.ts';
import { otlpAnswer, otlpMediaTypes, otlpEncoding } from './otlp-media-types.ts';

export const sendLogs = createCustomerHandler(INGEST_OPERATIONS, 'customer.traffic.send_logs', {
  access: 'requireProducer',
  media: otlpMediaTypes(OtlpLogsBodySchema),
  lane: OTLP_LANE,
  async answer(request, context) {
    const answer = createLogsAnswer(
      await acceptTraffic(request, context, { way: 'otlp_logs', form: otlpEncoding(request) }),
    );
    return otlpAnswer(request, answer, encodeLogsAnswer);
  },
});
