import { Type, type Static } from 'typebox';
import { AttributesSchema, otlpList, otlpLong, openObject, otlpText } from '../../ingest/otlp/otlp-parts.ts';

const SpanSchema = openObject({
  traceId: otlpText,
  spanId: otlpText,
  events: otlpList(openObject({ name: otlpText, timeUnixNano: otlpLong, attributes: AttributesSchema })),
});

const LogRecordSchema = openObject({
  eventName: otlpText,
  timeUnixNano: otlpLong,
  observedTimeUnixNano: otlpLong,
  traceId: otlpText,
  spanId: otlpText,
  attributes: AttributesSchema,
});

/**
 * The body that an exporter sends: the members of `ExportLogsServiceRequest` or `ExportTraceServiceRequest` in JSON
 * that are read.
 */
export const OtlpEvaluationsSchema = openObject({
  resourceLogs: otlpList(openObject({ scopeLogs: otlpList(openObject({ logRecords: otlpList(LogRecordSchema) })) })),
  resourceSpans: otlpList(openObject({ scopeSpans: otlpList(openObject({ spans: otlpList(SpanSchema) })) })),
});

export type OtlpEvaluations = Static<typeof OtlpEvaluationsSchema>;

/** The schema of this body in API descriptions, which refer to the document of the protocol. */
export const OtlpEvaluationsBodySchema = Type.Object(
  {},
  {
    title: 'OtlpEvaluations',
    additionalProperties: true,
    description:
      'An ExportLogsServiceRequest or ExportTraceServiceRequest of OTLP in JSON; only events `gen_ai.evaluation.result` are read',
  },
);
