/** The origins of a member: `captured` is traffic; `imported` and `synthetic` were appended by a build. */
export const MEMBER_KINDS = ['captured', 'imported', 'synthetic'] as const;

export type MemberKind = (typeof MEMBER_KINDS)[number];
