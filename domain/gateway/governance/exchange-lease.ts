/** A counter and the lease on it as they stand, both locked. */
export interface LeasedCounter {
  /** What is settled, charged for dead processes and leased to whomever, of the most that the limit lets through. */
  readonly used: number;
  readonly most: number;
  /** What the lease holds of it. */
  readonly held: number;
}

/** What a process says of its lease, and what it asks for. */
export interface LeaseRequest {
  /** What calls came to since the last time. */
  readonly settled: number;
  /** What it gives back unused. */
  readonly returned: number;
  /** More is of use to it from here on. */
  readonly least: number;
  readonly wanted: number;
}

/** What becomes of both. */
export interface LeaseOutcome {
  /** What goes from the lease. Calls may come to more than was held for them. */
  readonly dropped: number;
  readonly granted: number;
  /** What nobody has used or leased after that; below 0 where calls came to more than was held for them, or the limit was lowered. */
  readonly left: number;
}

/** Settles, takes back and leases anew in one step, so that never more is leased than there is. */
export function exchangeLease({ used, most, held }: LeasedCounter, request: LeaseRequest): LeaseOutcome {
  const { settled, returned, least, wanted } = request;
  const dropped = Math.min(held, settled + returned);
  const room = most - (used + settled - dropped);
  const granted = room >= least ? Math.max(0, Math.min(room, wanted)) : 0;
  return { dropped, granted, left: room - granted };
}
