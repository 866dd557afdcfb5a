const MINUTE_MS = 60_000;

/** The maximum duration of a session in milliseconds, regardless of use: a working day. */
export const SESSION_MS = 12 * 60 * MINUTE_MS;

/** The milliseconds without use after which a session ends earlier. */
export const SESSION_IDLE_MS = 60 * MINUTE_MS;

/**
 * The milliseconds for which a one-time password is accepted: a working day, so that a note that is found later opens
 * nothing.
 */
export const ONE_TIME_PASSWORD_MS = 24 * 60 * MINUTE_MS;

/**
 * The milliseconds for which the sign-on provider's confirmation of a user counts. A role that is removed there ends
 * here within this time.
 */
export const CONFIRMATION_MS = 15 * MINUTE_MS;

/**
 * The age of a confirmation in milliseconds at which the next request asks the provider again. The time up to
 * `CONFIRMATION_MS` bridges a short outage of the provider.
 */
export const CONFIRM_AGAIN_MS = 10 * MINUTE_MS;

/** The milliseconds for which a sign-on that has begun can be completed. */
export const SIGN_ON_MS = 10 * MINUTE_MS;
