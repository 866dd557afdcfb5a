import { Type, type TString } from 'typebox';
import { ID_PREFIXES, idPattern, type IdKind } from '../../domain/kernel/id-prefixes.ts';

const SUFFIX_LENGTH = 26;

/** The schema of an id of one kind. */
export function idSchema(kind: IdKind): TString {
  const prefix = ID_PREFIXES[kind];
  return Type.String({
    title: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Id`,
    maxLength: prefix.length + 1 + SUFFIX_LENGTH,
    pattern: idPattern(kind),
    description: `${prefix}_ and ${SUFFIX_LENGTH} characters, as the service issued it`,
    examples: [`${prefix}_01k9d4w7z2e8sb6f3m5q0v1xya`],
  });
}
