/**
 * The dimensions that callers state about a request, by which figures are grouped and filtered, in display order.
 * `owner` is the team of the virtual key. Steps of a trace are not in this set: each request has its own.
 */
export const CALLER_DIMENSIONS = ['user', 'tenant', 'feature', 'agent', 'step_class', 'tool', 'key', 'owner'] as const;

/** The beginning of the name of a tag. Each key of a tag is a dimension of its own. */
export const TAG_DIMENSION_PREFIX = 'tag.';

/** The name of a dimension that callers state: one of the closed set, or a tag. */
export type CallerDimension = (typeof CALLER_DIMENSIONS)[number] | `${typeof TAG_DIMENSION_PREFIX}${string}`;

const MEMBER_PREFIX = 'dimension:';

/** A caller dimension as the member of a group. The prefix distinguishes it from facets. */
export type DimensionMember = `${typeof MEMBER_PREFIX}${CallerDimension}`;

/** The member of the groups of a dimension. */
export function toDimensionMember(name: CallerDimension): DimensionMember {
  return `${MEMBER_PREFIX}${name}`;
}

/** True for the member of the groups of a dimension. */
export function isDimensionMember(member: string): member is DimensionMember {
  return member.startsWith(MEMBER_PREFIX);
}

/** The name of the dimension of a member. */
export function toCallerDimension(member: DimensionMember): CallerDimension {
  return member.slice(MEMBER_PREFIX.length) as CallerDimension;
}

/** The figures by which the values of a dimension are ranked, in descending order. */
export const DIMENSION_RANKS = ['requests', 'attempts', 'tokens', 'spend'] as const;
export type DimensionRank = (typeof DIMENSION_RANKS)[number];
