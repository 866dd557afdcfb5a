import { toDollars } from '../../insight/to-dollars.ts';
import { COUNTED_UNITS, type LimitUnit } from './limit-kind.ts';
import type { GovernanceSettings, Limit } from './limit.ts';
import type { LoggedCall } from './logged-call.ts';
import { previewLimit, type PreviewedNode } from './preview-limit.ts';

/** The previewed decisions of a limit at one node. Amounts are decimal texts in the shown unit. */
export interface LimitPreview {
  readonly limit_id: string;
  readonly node: string;
  readonly unit: (typeof COUNTED_UNITS)[LimitUnit]['shownAs'];
  readonly limit: string;
  readonly calls: number;
  /** Absent for a limit of parallel calls, which has no windows. */
  readonly windows?: number;
  readonly fullest_at: string;
  readonly fullest_came_to: string;
  readonly fullest_percent: number;
  readonly would_refuse: number;
  readonly in_windows?: number;
  readonly they_came_to: string;
  /** The first refused call; absent if no call would have been refused. */
  readonly first_at?: string;
  readonly first_request?: string;
  /** The number of calls with an unknown amount, which count with their reservation or with an assumption. */
  readonly assumed: number;
}

/** The preview of a limit that applies to none of the calls. */
export interface UntouchedLimit {
  readonly limit_id: string;
  readonly calls: 0;
}

/**
 * The decisions that each limit alone would have made about calls, by limit and node.
 *
 * @param limits the limits to preview, of `settings`
 * @param calls the calls in the order of their admission
 * @param offset the offset of a zone from UTC in milliseconds
 */
export function previewLimits(
  limits: readonly Limit[],
  calls: readonly LoggedCall[],
  settings: GovernanceSettings,
  offset: (zone: string, utcMs: number) => number,
): (LimitPreview | UntouchedLimit)[] {
  return limits.flatMap((limit): (LimitPreview | UntouchedLimit)[] => {
    const previews = previewLimit(limit, calls, settings, offset).map((node) => previewOf(limit, node));
    return previews.length > 0 ? previews : [{ limit_id: limit.id, calls: 0 }];
  });
}

function previewOf(limit: Limit, previewed: PreviewedNode): LimitPreview {
  const { node, calls, windows, fullest, refused, refusedWindows, refusedAmount, first, assumed } = previewed;
  const { id, unit, max } = limit;
  return {
    limit_id: id,
    node,
    unit: COUNTED_UNITS[unit].shownAs,
    limit: limitAmountText(unit, max),
    calls,
    ...(limit.window && { windows }),
    fullest_at: new Date(fullest.fromMs).toISOString(),
    fullest_came_to: limitAmountText(unit, fullest.amount),
    fullest_percent: Math.round((fullest.amount / max) * 100),
    would_refuse: refused,
    ...(limit.window && { in_windows: refusedWindows }),
    they_came_to: limitAmountText(unit, refusedAmount),
    ...(first && { first_at: new Date(first.atMs).toISOString(), first_request: first.requestId }),
    assumed,
  };
}

/** An amount of a limit in the unit in which people read it. */
export function limitAmountText(unit: LimitUnit, amount: bigint | number): string {
  return COUNTED_UNITS[unit].isMoney ? toDollars(String(amount)) : String(amount);
}
