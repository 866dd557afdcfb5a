import type { LimitUnit } from './limit.ts';
import type { LoggedCall } from './logged-call.ts';

/** A counter of a limit: a node by its counted name, an amount, and a window in Unix milliseconds, its end outside. */
export interface CountedWindow {
  readonly node: string;
  readonly unit: Exclude<LimitUnit, 'calls'>;
  readonly from: number;
  readonly to: number;
}

/** Whether a counter counts a call: by when it was let in, and by whose it is. */
export function isCountedBy({ node, from, to }: CountedWindow, { admittedMs, caller, tags }: LoggedCall): boolean {
  if (admittedMs < from || admittedMs >= to) return false;
  const { keyIds, owner, organizationId } = caller;
  if (node.startsWith('key:')) return keyIds.includes(node.slice('key:'.length));
  const tagged = Object.entries(tags).map(([name, value]) => `tag:${organizationId}:${name}=${value}`);
  return [`organization:${organizationId}`, `team:${organizationId}:${owner}`, ...tagged].includes(node);
}

/**
 * What a logged call is charged for, as its process would have settled it: what is known, and what was reserved where that is more than an
 * estimate, or nothing is known. Undefined where neither is known.
 * @param isEnded whether the log tells how it ended
 */
export function chargeOf(unit: CountedWindow['unit'], call: LoggedCall, isEnded: boolean): number | undefined {
  if (unit === 'requests') return 1;
  const known = unit === 'tokens' ? call.tokens : call.nanos && Math.ceil(call.nanos * call.factor);
  const reserved = unit === 'tokens' ? call.reservedTokens : call.reservedNanos;
  if (!isEnded || known === undefined) return reserved;
  return call.isEstimate && known > 0 ? Math.max(known, reserved ?? 0) : known;
}
