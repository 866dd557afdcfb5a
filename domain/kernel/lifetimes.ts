const DAY_MS = 86_400_000;

/**
 * The lifetime of each kind of record, in days of 86,400 seconds. Answers, runs and keys expire to the millisecond,
 * because every read checks their lifetime. The hourly sweep removes the rows later.
 */
export const LIFETIME_DAYS = {
  /** A stored answer, after the end of its run. */
  answer: 30,
  /** A run and everything recorded about it, after its end in any state. */
  run: 90,
  /** An idempotency key with its first answer. */
  idempotencyKey: 7,
  /** A sent outbox item. Nothing reads it after that, except people who investigate a fault of the past week. */
  sentOutboxItem: 7,
  /**
   * A quarantined line of traffic, after its batch was planned. Its coverage gap remains, and can no longer close by
   * itself.
   */
  quarantinedLine: 30,
  /** The last heartbeat of an instance. Until it expires, readiness shows since when a part is silent. */
  silentInstance: 7,
  /** A notice, after its last event. */
  notice: 90,
  /**
   * The answer of a replay in a running experiment run, after the start of the run; less if captured content has a
   * shorter lifetime. A run that has ended has no answers.
   */
  experimentAnswer: 30,
} as const;

export type Lifetime = keyof typeof LIFETIME_DAYS;

/** The first instant at which a record has expired whose lifetime began at `start`. */
export function expiryTime(lifetime: Lifetime, start: Date): Date {
  return new Date(start.getTime() + LIFETIME_DAYS[lifetime] * DAY_MS);
}

/** The inverse of `expiryTime`: a record that started at or before this instant has expired at `now`. */
export function expiryCutoff(lifetime: Lifetime, now: Date): Date {
  return new Date(now.getTime() - LIFETIME_DAYS[lifetime] * DAY_MS);
}
