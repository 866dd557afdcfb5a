import { Type, type Static } from 'typebox';
import { textSchema } from '../../../wire/scalars.ts';
import { AttributesSchema, otlpListSchema, OtlpLongSchema, openObjectSchema, OtlpTextSchema } from '../otlp-parts.ts';

/** The members of a log record that are read. */
export const OtlpLogRecordSchema = openObjectSchema({
  timeUnixNano: OtlpLongSchema,
  observedTimeUnixNano: OtlpLongSchema,
  body: openObjectSchema({ stringValue: OtlpTextSchema }),
  attributes: AttributesSchema,
  traceId: OtlpTextSchema,
  eventName: OtlpTextSchema,
});

/** The body that an exporter sends: the members of `ExportLogsServiceRequest` in JSON that are read. */
export const OtlpLogsSchema = openObjectSchema({
  resourceLogs: otlpListSchema(
    openObjectSchema({
      resource: openObjectSchema({ attributes: AttributesSchema }),
      scopeLogs: otlpListSchema(openObjectSchema({ logRecords: otlpListSchema(OtlpLogRecordSchema) })),
    }),
  ),
});

/** The schema of this body in API descriptions, which refer to the document of the protocol. */
export const OtlpLogsBodySchema = Type.Object(
  {},
  {
    title: 'OtlpLogs',
    additionalProperties: true,
    description: 'An ExportLogsServiceRequest of OTLP in JSON; only the records of coding agents are read',
  },
);

export type OtlpLogs = Static<typeof OtlpLogsSchema>;
export type OtlpLogRecord = Static<typeof OtlpLogRecordSchema>;

/** `ExportLogsServiceResponse` in JSON. */
export const OtlpLogsAnswerSchema = Type.Object(
  {
    partialSuccess: Type.Optional(
      Type.Object(
        {
          rejectedLogRecords: Type.String({
            maxLength: 20,
            pattern: '^[0-9]+$',
            description: 'Records of calls that were not stored',
          }),
          errorMessage: textSchema(4_096, { description: 'The reasons, as sentences' }),
        },
        { additionalProperties: false, description: 'Absent if there is nothing to report' },
      ),
    ),
  },
  { title: 'OtlpLogsAnswer', additionalProperties: false },
);

export type OtlpLogsAnswer = Static<typeof OtlpLogsAnswerSchema>;
