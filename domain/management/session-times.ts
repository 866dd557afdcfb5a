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
