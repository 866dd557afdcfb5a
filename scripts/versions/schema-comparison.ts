import { isDeepStrictEqual } from 'node:util';

export type Json = Readonly<Record<string, unknown>>;

/** The direction of a document, which decides which additions to a schema are compatible. */
export type Direction = 'request' | 'response';

/** The descriptive members of schemas, which are not part of the contract. */
const WORDS = ['title', 'description', 'examples', 'deprecated', 'x-form'];
/** The members that are compared in detail; all others must be equal. */
const NESTED = ['properties', 'required', 'items', 'additionalProperties', 'enum', 'anyOf', 'oneOf', 'allOf'];

/** Compares two schemas at a position, and describes each difference that a client of the first would notice. */
export type SchemaComparison = (known: Json, left: Json, direction: Direction, place: string) => void;

/**
 * Creates the comparison of schemas of two descriptions, which contain the named schemas. It compares a named schema
 * once in each direction. The place of its differences is its name, because many operations can contain it.
 */
export function createSchemaComparison(before: Json, now: Json, say: (text: string) => void): SchemaComparison {
  const compared = { request: new Map<Json, Set<Json>>(), response: new Map<Json, Set<Json>>() };
  return compareSchemas;

  function compareSchemas(known: Json, left: Json, direction: Direction, place: string): void {
    const [one, other] = [resolved(known, before), resolved(left, now)];
    const others = compared[direction].get(one) ?? new Set();
    if (others.has(other)) return;
    compared[direction].set(one, others.add(other));
    const isNamed = nameOf(known) !== undefined && nameOf(left) !== undefined;
    compareMembers(one, other, direction, isNamed ? `schema ${nameOf(known)}` : place);
  }

  function compareMembers(one: Json, other: Json, direction: Direction, place: string): void {
    for (const member of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (WORDS.includes(member) || NESTED.includes(member)) continue;
      if (!isDeepStrictEqual(one[member], other[member])) say(`${place}: its ${member} changed`);
    }
    for (const [name, schema] of Object.entries(asMap(one['properties']))) {
      const same = asMap(other['properties'])[name];
      if (same === undefined) say(`${place}/${name} was removed`);
      else compareSchemas(schema as Json, same as Json, direction, `${place}/${name}`);
    }
    compareRequired(asList(one['required']), asList(other['required']), direction, place);
    compareEnums(one['enum'], other['enum'], direction, place);
    compareOtherMembers(one['additionalProperties'], other['additionalProperties'], direction, place);
    if (one['items'] !== undefined || other['items'] !== undefined) {
      compareSchemas(asMap(one['items']), asMap(other['items']), direction, `${place}/items`);
    }
    for (const member of ['anyOf', 'oneOf', 'allOf']) {
      const [some, others] = [asList(one[member]), asList(other[member])];
      if (some.length !== others.length) say(`${place}: its ${member} has ${others.length} parts, not ${some.length}`);
      else some.forEach((part, index) => compareSchemas(part as Json, others[index] as Json, direction, place));
    }
  }

  /** Compares the rules for members without a name in the schema: a schema, or a boolean. */
  function compareOtherMembers(known: unknown, left: unknown, direction: Direction, place: string): void {
    if (isSchema(known) && isSchema(left)) compareSchemas(known, left, direction, `${place}/*`);
    else if (!isDeepStrictEqual(known, left)) say(`${place}: its additionalProperties changed`);
  }

  function compareRequired(known: unknown[], left: unknown[], direction: Direction, place: string): void {
    if (direction === 'request') {
      for (const name of left) if (!known.includes(name)) say(`${place}/${String(name)} is required now`);
    } else {
      for (const name of known) if (!left.includes(name)) say(`${place}/${String(name)} may be absent now`);
    }
  }

  function compareEnums(known: unknown, left: unknown, direction: Direction, place: string): void {
    if ((known === undefined) !== (left === undefined)) say(`${place}: its enum changed`);
    const [wide, narrow] = direction === 'request' ? [left, known] : [known, left];
    for (const value of asList(narrow)) {
      if (asList(wide).includes(value)) continue;
      say(`${place}: ${String(value)} is now ${direction === 'request' ? 'refused' : 'returned'}`);
    }
  }
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function resolved(schema: Json, named: Json): Json {
  const name = nameOf(schema);
  return name === undefined ? schema : asMap(named[name]);
}

/** The name of a schema that is a reference; undefined for any other schema. */
function nameOf({ $ref: reference }: Json): string | undefined {
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined;
}

export function asMap(value: unknown): Json {
  return (value ?? {}) as Json;
}

export function asList(value: unknown): unknown[] {
  return (value ?? []) as unknown[];
}
