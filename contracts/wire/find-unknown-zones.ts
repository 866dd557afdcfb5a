import type { TSchema } from 'typebox';
import { isTimeZone } from './time-zone.ts';

/** A member that names an unknown time zone: its schema and its value. */
interface UnknownZone {
  readonly pointer: string;
  readonly schema: TSchema;
  readonly written: string;
}

/**
 * The members of a document that have `x-time-zone` in their schema and an unknown time zone. Lists are not searched,
 * and no member name needs escaping in a pointer.
 */
export function findUnknownZones(schema: TSchema, value: unknown, pointer = ''): UnknownZone[] {
  const { properties = {}, 'x-time-zone': isZone } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly 'x-time-zone'?: true;
  };
  if (isZone && typeof value === 'string') return isTimeZone(value) ? [] : [{ pointer, schema, written: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(properties).flatMap(([name, member]) =>
    Object.hasOwn(value, name)
      ? findUnknownZones(member, (value as Readonly<Record<string, unknown>>)[name], `${pointer}/${name}`)
      : [],
  );
}
