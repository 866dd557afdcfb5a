import {
  Type,
  type Static,
  type TArray,
  type TNull,
  type TObject,
  type TOptional,
  type TSchema,
  type TUnion,
} from 'typebox';
import { TRAFFIC_LIMITS } from '../received/traffic-limits.ts';

/** The maximum length of lists and texts: that of the body that contains them. */
const MAX_LENGTH = TRAFFIC_LIMITS.bytes;

type Nullable<Members extends Record<string, TSchema>> = {
  [Name in keyof Members]: TOptional<TUnion<[Members[Name], TNull]>>;
};

/** An object that may have more members than are read, as the protocol requires; `null` equals absence. */
export function openObjectSchema<Members extends Record<string, TSchema>>(
  members: Members,
): TObject<Nullable<Members>> {
  const nullable = Object.entries(members).map(([name, schema]) => [
    name,
    Type.Optional(Type.Union([schema, Type.Null()])),
  ]);
  return Type.Object(Object.fromEntries(nullable) as Nullable<Members>);
}

export const OtlpTextSchema = Type.String({ maxLength: MAX_LENGTH });
/** A 64-bit integer, which the protocol writes as a text in JSON; some exporters write a number. */
export const OtlpLongSchema = Type.Union([OtlpTextSchema, Type.Number()]);

export function otlpListSchema<Item extends TSchema>(item: Item): TArray<Item> {
  return Type.Array(item, { maxItems: MAX_LENGTH });
}

/** The forms of an attribute's value that are read. */
const AnyValueSchema = openObjectSchema({
  stringValue: OtlpTextSchema,
  boolValue: Type.Boolean(),
  intValue: OtlpLongSchema,
  doubleValue: Type.Union([OtlpTextSchema, Type.Number()]),
  arrayValue: openObjectSchema({ values: otlpListSchema(openObjectSchema({ stringValue: OtlpTextSchema })) }),
  kvlistValue: openObjectSchema({ values: otlpListSchema(openObjectSchema({ key: OtlpTextSchema })) }),
});

export const AttributesSchema = otlpListSchema(openObjectSchema({ key: OtlpTextSchema, value: AnyValueSchema }));

export type OtlpAttributes = Static<typeof AttributesSchema>;
