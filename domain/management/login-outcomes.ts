/** How an attempt to log in ended. `slowed` is one whose password was not looked at. */
export const LOGIN_OUTCOMES = ['accepted', 'refused', 'slowed'] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];
