import { Type, type Static } from 'typebox';
import { AttributesSchema, listOf, long, open, text } from '../../ingest/otlp/otlp-parts.ts';

const SpanSchema = open({
  traceId: text,
  spanId: text,
  events: listOf(open({ name: text, timeUnixNano: long, attributes: AttributesSchema })),
});

const LogRecordSchema = open({
  eventName: text,
  timeUnixNano: long,
  observedTimeUnixNano: long,
  traceId: text,
  spanId: text,
  attributes: AttributesSchema,
});

/** What an exporter sends, `ExportLogsServiceRequest` or `ExportTraceServiceRequest` in JSON, as far as it is read. */
export const OtlpEvaluationsSchema = open({
  resourceLogs: listOf(open({ scopeLogs: listOf(open({ logRecords: listOf(LogRecordSchema) })) })),
  resourceSpans: listOf(open({ scopeSpans: listOf(open({ spans: listOf(SpanSchema) })) })),
});

export type OtlpEvaluations = Static<typeof OtlpEvaluationsSchema>;

/** The same as it is described: the protocol's own document says what it holds. */
export const OtlpEvaluationsBodySchema = Type.Object(
  {},
  {
    title: 'OtlpEvaluations',
    additionalProperties: true,
    description:
      'An ExportLogsServiceRequest or ExportTraceServiceRequest of OTLP in JSON, in which events `gen_ai.evaluation.result` are read',
  },
);
