/** The outcomes of a login attempt. `slowed`: a limit is reached, and the password is not checked. */
export const LOGIN_OUTCOMES = ['accepted', 'refused', 'slowed'] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];
