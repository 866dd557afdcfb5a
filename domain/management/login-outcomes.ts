/** The ends of an attempt to log in. `slowed` is one whose password was not checked. */
export const LOGIN_OUTCOMES = ['accepted', 'refused', 'slowed'] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];
