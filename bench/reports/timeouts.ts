/** The time-outs of every run and every no-op: the defaults of a deployment. */
export const RUN_TIMEOUTS = { heartbeatMs: 15_000, attemptMs: 600_000 } as const;
