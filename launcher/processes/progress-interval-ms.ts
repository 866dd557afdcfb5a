/** Whoever watches is never left for five seconds without a word of what is waited for. */
export const PROGRESS_INTERVAL_MS = 4_000;
