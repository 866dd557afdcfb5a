import { ENVIRONMENT } from '../tenancy/paths.ts';
import { envelopeOf } from '../wire/envelope.ts';
import type { FileAnswer, Operations } from '../wire/operations/operation.ts';
import { textSchema } from '../wire/scalars.ts';
import { OtlpLogsAnswerSchema } from './otlp/logs/otlp-logs.ts';
import { OtlpAnswerSchema } from './otlp/otlp-traces.ts';
import { TrafficReceiptSchema } from './received/traffic-receipt.ts';

const OTLP_ANSWER: FileAnswer = {
  description: 'ExportTraceServiceResponse, encoded as the request was',
  headers: {},
  content: {
    'application/json': { schema: OtlpAnswerSchema },
    'application/x-protobuf': { schema: textSchema(8_192, { description: 'The same in protobuf' }) },
  },
};

const OTLP_LOGS_ANSWER: FileAnswer = {
  description: 'ExportLogsServiceResponse, encoded as the request was',
  headers: {},
  content: {
    'application/json': { schema: OtlpLogsAnswerSchema },
    'application/x-protobuf': { schema: textSchema(8_192, { description: 'The same in protobuf' }) },
  },
};

/** The operations that receive traffic. */
export const INGEST_OPERATIONS = {
  'customer.traffic.send': {
    method: 'POST',
    path: `${ENVIRONMENT}/traffic`,
    success: 200,
    answer: envelopeOf('traffic_receipt', TrafficReceiptSchema),
    effect: 'ingest',
    form: 'native',
    refusals: [],
    tag: 'traffic',
    summary: 'Send events',
    description:
      'Accepts events of the traffic format, under a runtime credential of the environment: a JSON document, a list of them, or a line for each; plain, or compressed with gzip or zstd. Accepted events are on the disk, and count once for any number of repetitions. Refused events are reported by their index, and do not affect the others.',
  },
  'customer.traffic.send_spans': {
    method: 'POST',
    path: `${ENVIRONMENT}/traffic/otlp/v1/traces`,
    success: 200,
    answer: OTLP_ANSWER,
    effect: 'ingest',
    form: 'foreign',
    refusals: [],
    tag: 'traffic',
    summary: 'Send spans of OpenTelemetry',
    description:
      'OTLP over HTTP, for exporters of OpenTelemetry: protobuf or JSON, plain or compressed with gzip or zstd, under a runtime credential of the environment. Spans of calls of models, by the GenAI conventions, become requests with their attempt and cost, and are counted once however often they are sent. Spans that are not kept are counted as rejected, and the message says why.',
  },
  'customer.traffic.send_logs': {
    method: 'POST',
    path: `${ENVIRONMENT}/traffic/otlp/v1/logs`,
    success: 200,
    answer: OTLP_LOGS_ANSWER,
    effect: 'ingest',
    form: 'foreign',
    refusals: [],
    tag: 'traffic',
    summary: 'Send log records of OpenTelemetry',
    description:
      'OTLP over HTTP, for coding agents that log their calls of models (Claude Code, Codex, Gemini CLI): protobuf or JSON, plain or compressed with gzip or zstd, under a runtime credential of the environment. Records of calls become requests with their attempt and cost, and are counted once however often they are sent; all others are passed over.',
  },
  'customer.traffic.send_litellm_log': {
    method: 'POST',
    path: `${ENVIRONMENT}/traffic/litellm`,
    success: 200,
    answer: envelopeOf('traffic_receipt', TrafficReceiptSchema),
    effect: 'ingest',
    form: 'foreign',
    refusals: [],
    tag: 'traffic',
    summary: 'Send the log of LiteLLM',
    description:
      'Takes what the generic_api callback of LiteLLM sends, under a runtime credential of the environment: an entry, a list of them, or a line for each. Each entry becomes a request with its attempt and cost, and is counted once however often it is sent.',
  },
} as const satisfies Operations;
