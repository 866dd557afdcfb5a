/**
 * The maximum lengths of the texts of a problem, which are cut. They may repeat a member's name, which may be as long
 * as a body.
 */
export const PROBLEM_LIMITS = { detail: 4_096, pointer: 1_024, errors: 100 } as const;
