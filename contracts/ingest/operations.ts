import { ENVIRONMENT_PATH } from '../tenancy/paths.ts';
import { envelopeSchema } from '../wire/envelope.ts';
import type { FileAnswer, Operations } from '../wire/operations/operation.ts';
import { textSchema } from '../wire/scalars.ts';
import { OtlpLogsAnswerSchema } from './otlp/logs/otlp-logs.ts';
import { OtlpAnswerSchema } from './otlp/otlp-traces.ts';
import { TrafficReceiptSchema } from './received/traffic-receipt.ts';

const OTLP_ANSWER: FileAnswer = {
  description: 'An ExportTraceServiceResponse in the encoding of the request',
  headers: {},
  content: {
    'application/json': { schema: OtlpAnswerSchema },
    'application/x-protobuf': { schema: textSchema(8_192, { description: 'The same in protobuf' }) },
  },
};

const OTLP_LOGS_ANSWER: FileAnswer = {
  description: 'An ExportLogsServiceResponse in the encoding of the request',
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
    path: `${ENVIRONMENT_PATH}/traffic`,
    success: 200,
    answer: envelopeSchema('traffic_receipt', TrafficReceiptSchema),
    effect: 'ingest',
    form: 'native',
    refusals: [],
    tag: 'traffic',
    summary: 'Send events',
    description:
      'Accepts events of the traffic format, with a runtime credential of the environment. The body is one JSON document, a list of documents, or one document per line; plain, or compressed with gzip or zstd. Accepted events are on disk, and repeated events count once. Refused events are reported by their index, and do not affect the others.',
  },
  'customer.traffic.send_spans': {
    method: 'POST',
    path: `${ENVIRONMENT_PATH}/traffic/otlp/v1/traces`,
    success: 200,
    answer: OTLP_ANSWER,
    effect: 'ingest',
    form: 'foreign',
    refusals: [],
    tag: 'traffic',
    summary: 'Send spans of OpenTelemetry',
    description:
      'Accepts OTLP over HTTP from exporters of OpenTelemetry, with a runtime credential of the environment. The body is protobuf or JSON; plain, or compressed with gzip or zstd. Spans of model calls, by the GenAI conventions, become requests with their attempt and cost. Repeated spans count once. Spans that cannot be stored are counted as rejected, and the message states the reasons.',
  },
  'customer.traffic.send_logs': {
    method: 'POST',
    path: `${ENVIRONMENT_PATH}/traffic/otlp/v1/logs`,
    success: 200,
    answer: OTLP_LOGS_ANSWER,
    effect: 'ingest',
    form: 'foreign',
    refusals: [],
    tag: 'traffic',
    summary: 'Send log records of OpenTelemetry',
    description:
      'Accepts OTLP over HTTP from coding agents that log their model calls (Claude Code, Codex, Gemini CLI), with a runtime credential of the environment. The body is protobuf or JSON; plain, or compressed with gzip or zstd. Records of calls become requests with their attempt and cost. Repeated records count once. All other records are ignored.',
  },
  'customer.traffic.send_litellm_log': {
    method: 'POST',
    path: `${ENVIRONMENT_PATH}/traffic/litellm`,
    success: 200,
    answer: envelopeSchema('traffic_receipt', TrafficReceiptSchema),
    effect: 'ingest',
    form: 'foreign',
    refusals: [],
    tag: 'traffic',
    summary: 'Send the log of LiteLLM',
    description:
      'Accepts the data of LiteLLM’s generic_api callback, with a runtime credential of the environment: one entry, a list of entries, or one entry per line. Each entry becomes a request with its attempt and cost. Repeated entries count once.',
  },
} as const satisfies Operations;
