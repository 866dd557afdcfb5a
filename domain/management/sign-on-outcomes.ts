/**
 * The outcomes of a sign-on. `refused`: the answer of the provider was forged, used before or not confirmed.
 * `no_role`: no rule gives the user a role, or the user is disabled. `slowed`: the limit of attempts is reached.
 * `unavailable`: the provider does not answer.
 */
export const SIGN_ON_OUTCOMES = ['accepted', 'refused', 'no_role', 'slowed', 'unavailable'] as const;
export type SignOnOutcome = (typeof SIGN_ON_OUTCOMES)[number];

/**
 * The outcomes of asking the provider about a user with a session. `ended`: the provider does not confirm the user any
 * more. `unavailable`: the provider does not answer.
 */
export const CONFIRMATION_OUTCOMES = ['confirmed', 'ended', 'unavailable'] as const;
export type ConfirmationOutcome = (typeof CONFIRMATION_OUTCOMES)[number];
