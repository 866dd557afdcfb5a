/** Whoever watches is never left for five seconds without a word of what is waited for. */
export const SAY_EVERY_MS = 4_000;
