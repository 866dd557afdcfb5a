import type { LimitUnit } from './limit-kind.ts';
import type { LoggedCall } from './logged-call.ts';

/** A counter of a limit: a node by its counted name, an amount, and a window in Unix milliseconds, its end outside. */
export interface CountedWindow {
  readonly node: string;
  readonly unit: Exclude<LimitUnit, 'calls'>;
  readonly from: number;
  readonly to: number;
}

/** True if a counter counts a call, by its time of admission and by its node. */
export function isCountedBy({ node, from, to }: CountedWindow, { admittedMs, caller, tags }: LoggedCall): boolean {
  if (admittedMs < from || admittedMs >= to) return false;
  const { keyIds, owner, organizationId } = caller;
  if (node.startsWith('key:')) return keyIds.includes(node.slice('key:'.length));
  const tagged = Object.entries(tags).map(([name, value]) => `tag:${organizationId}:${name}=${value}`);
  return [`organization:${organizationId}`, `team:${organizationId}:${owner}`, ...tagged].includes(node);
}

/** The amounts that a log has of a call in one unit; undefined where it is unknown. */
export interface LoggedAmounts {
  /** The amount of the call. */
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
 * The charge for a logged call, as its process would have settled it: what is known, and what was reserved where that
 * is more than an estimate, or nothing is known. Undefined where neither is known.
 * @param isEnded whether the log tells how it ended
 */
export function loggedCharge(unit: CountedWindow['unit'], call: LoggedCall, isEnded: boolean): number | undefined {
  const { known, reserved } = loggedAmounts(unit, call);
  if (!isEnded || known === undefined) return reserved;
  return call.isEstimate && known > 0 ? Math.max(known, reserved ?? 0) : known;
}
