/** Milliseconds between messages about what is awaited, so that there is no silence of five seconds. */
export const PROGRESS_INTERVAL_MS = 4_000;
