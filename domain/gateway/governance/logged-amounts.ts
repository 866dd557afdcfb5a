import type { LimitUnit } from './limit-kind.ts';
import type { LoggedCall } from './logged-call.ts';

/**
 * A counter of a limit: the counted name of its node, its unit, and a window in Unix milliseconds whose end is
 * exclusive.
 */
export interface CountedWindow {
  readonly node: string;
  readonly unit: Exclude<LimitUnit, 'calls'>;
  readonly from: number;
  readonly to: number;
}

/** True if a call belongs to a counter, by the call's time of admission and node. */
export function isCountedBy({ node, from, to }: CountedWindow, { admittedMs, caller, tags }: LoggedCall): boolean {
  if (admittedMs < from || admittedMs >= to) return false;
  const { keyIds, owner, organizationId } = caller;
  if (node.startsWith('key:')) return keyIds.includes(node.slice('key:'.length));
  const tagged = Object.entries(tags).map(([name, value]) => `tag:${organizationId}:${name}=${value}`);
  return [`organization:${organizationId}`, `team:${organizationId}:${owner}`, ...tagged].includes(node);
}

/** The logged amounts of a call in one unit. Unknown amounts are undefined. */
export interface LoggedAmounts {
  /** The amount that the call used. */
  readonly known: number | undefined;
  readonly reserved: number | undefined;
}

/** The amount of a logged call in a unit, and the amount that was reserved for it. */
export function loggedAmounts(unit: LimitUnit, call: LoggedCall): LoggedAmounts {
  switch (unit) {
    case 'requests':
    case 'calls':
      return { known: 1, reserved: 1 };
    case 'tokens':
      return { known: call.tokens, reserved: call.reservedTokens };
    case 'nano_usd':
      return { known: call.nanos && Math.ceil(call.nanos * call.factor), reserved: call.reservedNanos };
  }
}

/**
 * The charge for a logged call, as its process would have settled it; undefined if it is unknown. The charge is the
 * reserved amount if the call has not ended or its amount is unknown, and the larger amount if the known one is an
 * estimate.
 * @param isEnded true if the log contains the end of the call
 */
export function loggedCharge(unit: CountedWindow['unit'], call: LoggedCall, isEnded: boolean): number | undefined {
  const { known, reserved } = loggedAmounts(unit, call);
  if (!isEnded || known === undefined) return reserved;
  return call.isEstimate && known > 0 ? Math.max(known, reserved ?? 0) : known;
}
