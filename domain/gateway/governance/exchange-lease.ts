/** The current state of a counter and of one lease on it. Both rows are locked. */
export interface LeasedCounter {
  /** The amount that is settled, charged for dead processes, or leased to any process. */
  readonly used: number;
  readonly max: number;
  /** The part of `used` that this lease holds. */
  readonly held: number;
}

/** The report of a process on its lease, and its request for more. */
export interface LeaseRequest {
  /** The amount that calls have used since the last exchange. */
  readonly settled: number;
  /** The unused amount that the process returns. */
  readonly returned: number;
  /** The smallest amount that is worth granting. */
  readonly min: number;
  readonly wanted: number;
}

/** The result for the counter and the lease. */
export interface LeaseOutcome {
  /**
   * The amount that leaves the lease. It can be less than the settled amount, because calls may use more than was
   * reserved.
   */
  readonly dropped: number;
  readonly granted: number;
  /**
   * The amount that is then neither used nor leased. It is negative if calls used more than was reserved for them, or
   * if the limit was lowered.
   */
  readonly left: number;
}

/** The result of settling, returning and leasing again in one step, so that leases never exceed the limit. */
export function exchangeLease({ used, max, held }: LeasedCounter, request: LeaseRequest): LeaseOutcome {
  const { settled, returned, min, wanted } = request;
  const dropped = Math.min(held, settled + returned);
  const room = max - (used + settled - dropped);
  const granted = room >= min ? Math.max(0, Math.min(room, wanted)) : 0;
  return { dropped, granted, left: room - granted };
}
