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

export const otlpText = Type.String({ maxLength: MAX_LENGTH });
/** A 64-bit integer, which the protocol writes as a text in JSON; some exporters write a number. */
export const otlpLong = Type.Union([otlpText, Type.Number()]);

export function otlpList<Item extends TSchema>(item: Item): TArray<Item> {
  return Type.Array(item, { maxItems: MAX_LENGTH });
}

/** The forms of an attribute's value that are read. */
const AnyValueSchema = openObjectSchema({
  stringValue: otlpText,
  boolValue: Type.Boolean(),
  intValue: otlpLong,
  doubleValue: Type.Union([otlpText, Type.Number()]),
  arrayValue: openObjectSchema({ values: otlpList(openObjectSchema({ stringValue: otlpText })) }),
  kvlistValue: openObjectSchema({ values: otlpList(openObjectSchema({ key: otlpText })) }),
});

export const AttributesSchema = otlpList(openObjectSchema({ key: otlpText, value: AnyValueSchema }));

export type OtlpAttributes = Static<typeof AttributesSchema>;
