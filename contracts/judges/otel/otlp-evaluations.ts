import { Type, type Static } from 'typebox';
import { AttributesSchema, otlpList, otlpLong, openObjectSchema, otlpText } from '../../ingest/otlp/otlp-parts.ts';

const SpanSchema = openObjectSchema({
  traceId: otlpText,
  spanId: otlpText,
  events: otlpList(openObjectSchema({ name: otlpText, timeUnixNano: otlpLong, attributes: AttributesSchema })),
});

const LogRecordSchema = openObjectSchema({
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
export const OtlpEvaluationsSchema = openObjectSchema({
  resourceLogs: otlpList(
    openObjectSchema({ scopeLogs: otlpList(openObjectSchema({ logRecords: otlpList(LogRecordSchema) })) }),
  ),
  resourceSpans: otlpList(
    openObjectSchema({ scopeSpans: otlpList(openObjectSchema({ spans: otlpList(SpanSchema) })) }),
  ),
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
