/** The names of the dimensions of a request, in addition to its tags. */
export const DIMENSION_NAMES = [
  'user',
  'tenant',
  'feature',
  'agent',
  'step_class',
  'step_id',
  'parent_id',
  'tool',
  'key',
] as const;
export type DimensionName = (typeof DIMENSION_NAMES)[number];

/** The beginning of the name of a tag. Its key follows. */
export const TAG_PREFIX = 'tag.';

/** The limits of the dimensions of a request: bytes of a value, bytes of the key of a tag, and tags. */
export const DIMENSION_LIMITS = { bytes: 128, tagKeyBytes: 32, tags: 64 } as const;

/** The key of a tag, as a pattern: visible ASCII without capital letters. */
export const TAG_KEY_PATTERN = `[!-@\\[-~]{1,${DIMENSION_LIMITS.tagKeyBytes}}`;

/** The pattern of every name that a dimension may have. */
export const DIMENSION_NAME_PATTERN = `^(${DIMENSION_NAMES.join('|')}|tag\\.${TAG_KEY_PATTERN})$`;

const TAG_NAME = new RegExp(`^tag\\.${TAG_KEY_PATTERN}$`);

/** The name of the tag with a key, in lower case as in a header; undefined if no tag can have this key. */
export function tagName(key: string): string | undefined {
  if (key.length > DIMENSION_LIMITS.tagKeyBytes) return undefined;
  const name = `${TAG_PREFIX}${key.toLowerCase()}`;
  return TAG_NAME.test(name) ? name : undefined;
}
