const MINUTE_MS = 60_000;

/** Milliseconds after its beginning at which a session ends, used or not: a working day. */
export const SESSION_MS = 12 * 60 * MINUTE_MS;

/** Milliseconds without use after which it ends earlier. */
export const SESSION_IDLE_MS = 60 * MINUTE_MS;
