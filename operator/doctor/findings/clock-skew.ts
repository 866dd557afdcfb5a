import { faultVerdict, okVerdict, warningVerdict, type CheckVerdict } from './finding.ts';

/** One reading of another clock. All times are in Unix milliseconds. */
export interface ClockReading {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly theirs: number;
}

/**
 * The skew for a warning and a fault. Leases last 15 and 20 s, and a component counts as alive for 60 s, so one second
 * is harmless and five are not.
 */
const WARN_MS = 1_000;
const FAULT_MS = 5_000;
const REMEDY = 'Use a time service (chrony, systemd-timesyncd) to set the clocks of both machines.';

/**
 * The verdict on the minimum difference between another clock and ours. The other clock was read between request and
 * answer, so half of that time may be transfer and not skew.
 */
export function clockVerdict({ askedAt, answeredAt, theirs }: ClockReading): CheckVerdict {
  const uncertainMs = (answeredAt - askedAt) / 2;
  const aheadMs = theirs - (askedAt + uncertainMs);
  const seen = `The clock of the server is ${inWords(aheadMs)} (±${uncertainMs.toFixed(1)} ms).`;
  return bySkew(Math.max(0, Math.abs(aheadMs) - uncertainMs), seen);
}

/** The longest time between two polls of a worker, which Temporal records. */
const MAX_POLL_MS = 70_000;

/**
 * The verdict on Temporal's clock. Temporal does not give its time, but the time of the last poll. That is at most its
 * current time, and at least that minus the duration of a poll. Only skew beyond this range is visible.
 */
export function temporalClockVerdict(lastPollAt: number, now: number): CheckVerdict {
  const aheadMs = lastPollAt - now;
  const behindMs = now - lastPollAt - MAX_POLL_MS;
  if (aheadMs > 0) return bySkew(aheadMs, `The last poll shows that Temporal's clock is at least ${inWords(aheadMs)}.`);
  if (behindMs > 0)
    return bySkew(behindMs, `Temporal's clock is at least ${inWords(-behindMs)}, or no worker polls any more.`);
  return okVerdict(
    `The last poll shows that Temporal's clock is within ${MAX_POLL_MS / 1_000} s of this machine. Temporal does not report its time.`,
  );
}

function bySkew(skewMs: number, seen: string): CheckVerdict {
  if (skewMs > FAULT_MS) return faultVerdict(seen, REMEDY);
  return skewMs > WARN_MS ? warningVerdict(seen, REMEDY) : okVerdict(seen);
}

function inWords(aheadMs: number): string {
  const rounded =
    Math.abs(aheadMs) < 1_000 ? `${Math.abs(aheadMs).toFixed(1)} ms` : `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s`;
  return `${rounded} ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine`;
}
