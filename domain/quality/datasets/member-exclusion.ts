/**
 * The states of a member: `none` counts; `expired` was removed by retention; `erased` was removed by an erasure of its
 * user or its workspace; `excluded` lies in a window that is excluded from every read; `missing` was never indexed.
 */
export const MEMBER_EXCLUSIONS = ['none', 'expired', 'erased', 'excluded', 'missing'] as const;

export type MemberExclusion = (typeof MEMBER_EXCLUSIONS)[number];
