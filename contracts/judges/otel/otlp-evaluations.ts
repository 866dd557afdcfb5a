import { Type, type Static } from 'typebox';
import {
  AttributesSchema,
  otlpListSchema,
  OtlpLongSchema,
  openObjectSchema,
  OtlpTextSchema,
} from '../../ingest/otlp/otlp-parts.ts';

const SpanSchema = openObjectSchema({
  traceId: OtlpTextSchema,
  spanId: OtlpTextSchema,
  events: otlpListSchema(
    openObjectSchema({ name: OtlpTextSchema, timeUnixNano: OtlpLongSchema, attributes: AttributesSchema }),
  ),
});

const LogRecordSchema = openObjectSchema({
  eventName: OtlpTextSchema,
  timeUnixNano: OtlpLongSchema,
  observedTimeUnixNano: OtlpLongSchema,
  traceId: OtlpTextSchema,
  spanId: OtlpTextSchema,
  attributes: AttributesSchema,
});

/**
 * The body that an exporter sends: the members of `ExportLogsServiceRequest` or `ExportTraceServiceRequest` in JSON
 * that are read.
 */
export const OtlpEvaluationsSchema = openObjectSchema({
  resourceLogs: otlpListSchema(
    openObjectSchema({ scopeLogs: otlpListSchema(openObjectSchema({ logRecords: otlpListSchema(LogRecordSchema) })) }),
  ),
  resourceSpans: otlpListSchema(
    openObjectSchema({ scopeSpans: otlpListSchema(openObjectSchema({ spans: otlpListSchema(SpanSchema) })) }),
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
