const DAY_MS = 86_400_000;

/**
 * Days for which things are kept; a day has 86,400 seconds. What people read (answers, runs, keys) ends to the
 * millisecond, because every read asks here; the hourly sweep removes the rows afterwards.
 */
export const LIFETIME_DAYS = {
  /** A stored answer, after the end of its run. */
  answer: 30,
  /** A run and all that is said about it, after its end, however it ended. */
  run: 90,
  /** An idempotency key with its first answer. */
  idempotencyKey: 7,
  /** An outbox item after it was sent: nothing reads it any more but people who look into a week that went wrong. */
  sentOutboxItem: 7,
  /**
   * A line of traffic that was set aside, after its batch was planned: its gap stays, and does not close by itself any
   * more.
   */
  quarantinedLine: 30,
  /** The last sign of life of an instance: until then readiness says since when a part is silent. */
  silentInstance: 7,
} as const;

export type Lifetime = keyof typeof LIFETIME_DAYS;

/** The first instant at which a thing is gone that came to be, or came to its end, at `start`. */
export function expiredSince(lifetime: Lifetime, start: Date): Date {
  return new Date(start.getTime() + LIFETIME_DAYS[lifetime] * DAY_MS);
}

/** The inverse of `expiredSince`: what started at this instant or before is gone at `now`. */
export function expiredBefore(lifetime: Lifetime, now: Date): Date {
  return new Date(now.getTime() - LIFETIME_DAYS[lifetime] * DAY_MS);
}
