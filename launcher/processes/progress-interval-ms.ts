/** Milliseconds between progress messages, so that no silence lasts five seconds. */
export const PROGRESS_INTERVAL_MS = 4_000;
