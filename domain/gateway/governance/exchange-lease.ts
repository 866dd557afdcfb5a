/** A counter and the lease on it as they stand, both locked. */
export interface LeasedCounter {
  /** The part of the limit that is settled, charged for dead processes, or leased to any process. */
  readonly used: number;
  readonly max: number;
  /** The part of it that the lease holds. */
  readonly held: number;
}

/** The report of a process on its lease, and its request. */
export interface LeaseRequest {
  /** The amount of calls since the last exchange. */
  readonly settled: number;
  /** The unused amount that it returns. */
  readonly returned: number;
  /** More is of use to it from here on. */
  readonly min: number;
  readonly wanted: number;
}

/** The result for both. */
export interface LeaseOutcome {
  /** The amount that leaves the lease. Calls may use more than was held for them. */
  readonly dropped: number;
  readonly granted: number;
  /**
   * The amount that is neither used nor leased after that; below 0 if calls used more than was held for them, or the
   * limit was lowered.
   */
  readonly left: number;
}

/** Settles, takes back and leases again in one step, so that leases never exceed the limit. */
export function exchangeLease({ used, max, held }: LeasedCounter, request: LeaseRequest): LeaseOutcome {
  const { settled, returned, min, wanted } = request;
  const dropped = Math.min(held, settled + returned);
  const room = max - (used + settled - dropped);
  const granted = room >= min ? Math.max(0, Math.min(room, wanted)) : 0;
  return { dropped, granted, left: room - granted };
}
