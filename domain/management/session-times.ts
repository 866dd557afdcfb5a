const MINUTE_MS = 60_000;

/** A session ends so long after it began, whatever it is used for: a working day. */
export const SESSION_MS = 12 * 60 * MINUTE_MS;

/** It ends sooner where nobody used it for so long. */
export const SESSION_IDLE_MS = 60 * MINUTE_MS;
