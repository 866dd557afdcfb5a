import { Type, type Static } from 'typebox';
import { textSchema, wholeSchema } from '../../wire/scalars.ts';
import { AttributesSchema, otlpListSchema, OtlpLongSchema, openObjectSchema, OtlpTextSchema } from './otlp-parts.ts';

/** The members of a span that are read. */
export const OtlpSpanSchema = openObjectSchema({
  traceId: OtlpTextSchema,
  spanId: OtlpTextSchema,
  parentSpanId: OtlpTextSchema,
  startTimeUnixNano: OtlpLongSchema,
  endTimeUnixNano: OtlpLongSchema,
  attributes: AttributesSchema,
  events: otlpListSchema(
    openObjectSchema({ name: OtlpTextSchema, timeUnixNano: OtlpLongSchema, attributes: AttributesSchema }),
  ),
  status: openObjectSchema({ code: Type.Union([OtlpTextSchema, Type.Number()]) }),
});

const ScopeSpansSchema = openObjectSchema({
  scope: openObjectSchema({ name: OtlpTextSchema }),
  spans: otlpListSchema(OtlpSpanSchema),
});

/** The body that an exporter sends: the members of `ExportTraceServiceRequest` in JSON that are read. */
export const OtlpTracesSchema = openObjectSchema({
  resourceSpans: otlpListSchema(
    openObjectSchema({
      resource: openObjectSchema({ attributes: AttributesSchema }),
      scopeSpans: otlpListSchema(ScopeSpansSchema),
      /** The name of `scopeSpans` before version 0.19 of the protocol. */
      instrumentationLibrarySpans: otlpListSchema(
        openObjectSchema({
          instrumentationLibrary: openObjectSchema({ name: OtlpTextSchema }),
          spans: otlpListSchema(OtlpSpanSchema),
        }),
      ),
    }),
  ),
});

/** The schema of this body in API descriptions, which refer to the document of the protocol. */
export const OtlpBodySchema = Type.Object(
  {},
  {
    title: 'OtlpTraces',
    additionalProperties: true,
    description: 'An ExportTraceServiceRequest of OTLP in JSON; only the spans of model calls are read',
  },
);

export type OtlpTraces = Static<typeof OtlpTracesSchema>;
export type OtlpSpan = Static<typeof OtlpSpanSchema>;

/** `ExportTraceServiceResponse` in JSON. */
export const OtlpAnswerSchema = Type.Object(
  {
    partialSuccess: Type.Optional(
      Type.Object(
        {
          rejectedSpans: Type.String({ maxLength: 20, pattern: '^[0-9]+$', description: 'Spans that were not stored' }),
          errorMessage: textSchema(4_096, { description: 'The reasons, as sentences' }),
        },
        { additionalProperties: false, description: 'Absent if every span was stored' },
      ),
    ),
  },
  { title: 'OtlpTracesAnswer', additionalProperties: false },
);

export type OtlpAnswer = Static<typeof OtlpAnswerSchema>;

/** `google.rpc.Status` in JSON: the form in which the protocol reports a failed request. */
export const OtlpStatusSchema = Type.Object(
  {
    code: wholeSchema(0, 16, { description: 'A code of google.rpc.Code' }),
    message: textSchema(4_096, { minLength: 1, description: 'The error and its remedy, as a sentence' }),
  },
  { title: 'OtlpStatus', additionalProperties: false },
);

export type OtlpStatus = Static<typeof OtlpStatusSchema>;
