/** Of every run and every no-op: what a deployment has that sets none. */
export const TIMEOUTS = { heartbeatMs: 15_000, attemptMs: 600_000 } as const;
