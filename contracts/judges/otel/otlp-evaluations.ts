import { Type, type Static } from 'typebox';
import { AttributesSchema, otlpList, otlpLong, open, otlpText } from '../../ingest/otlp/otlp-parts.ts';

const SpanSchema = open({
  traceId: otlpText,
  spanId: otlpText,
  events: otlpList(open({ name: otlpText, timeUnixNano: otlpLong, attributes: AttributesSchema })),
});

const LogRecordSchema = open({
  eventName: otlpText,
  timeUnixNano: otlpLong,
  observedTimeUnixNano: otlpLong,
  traceId: otlpText,
  spanId: otlpText,
  attributes: AttributesSchema,
});

/**
 * The body that an exporter sends, `ExportLogsServiceRequest` or `ExportTraceServiceRequest` in JSON, as far as it is
 * read.
 */
export const OtlpEvaluationsSchema = open({
  resourceLogs: otlpList(open({ scopeLogs: otlpList(open({ logRecords: otlpList(LogRecordSchema) })) })),
  resourceSpans: otlpList(open({ scopeSpans: otlpList(open({ spans: otlpList(SpanSchema) })) })),
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
