import { Type, type TString } from 'typebox';
import { ID_PREFIXES, type IdKind } from '../domain/ids.ts';

/** Crockford's base 32 in lower case, 128 bits; the first digit carries three of them. */
const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';

/** The pattern of the ids of one kind, anchored at both ends. */
export function idPattern(kind: IdKind): string {
  return `^${ID_PREFIXES[kind]}_${SUFFIX}$`;
}

/** The schema of an id of one kind. */
export function idSchema(kind: IdKind): TString {
  return Type.String({
    pattern: idPattern(kind),
    description: `${ID_PREFIXES[kind]}_ and 26 characters, as the service gave it`,
    examples: [`${ID_PREFIXES[kind]}_01k9d4w7z2e8sb6f3m5q0v1xya`],
  });
}
