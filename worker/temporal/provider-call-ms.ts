/** Milliseconds that a provider has for one answer: the longest time that models take for a complete one. */
export const PROVIDER_CALL_MS = 600_000;
