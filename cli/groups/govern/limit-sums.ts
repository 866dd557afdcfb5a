import { appliesToCaller, nodeCounterName } from '../../../domain/gateway/governance/limit-node.ts';
import type { Limit } from '../../../domain/gateway/governance/limit.ts';
import { limitWindowAt } from '../../../domain/gateway/governance/limit-window.ts';
import { loggedAmounts, loggedCharge } from '../../../domain/gateway/governance/logged-amounts.ts';
import type { LoggedCall as LimitedCall } from '../../../domain/gateway/governance/logged-call.ts';
import { limitAmountText } from '../../../domain/gateway/governance/preview-limits.ts';
import { COUNTED_UNITS } from '../../../domain/gateway/governance/limit-kind.ts';
import type { RollupRow } from './read-rollup.ts';

/** The reasons for a difference between log and rollup. */
export const DIFFERENCE_REASONS = {
  not_in_rollup: 'the rollup has no such node, although the log has calls of it',
  not_in_log: 'the log has no call of the node in this window',
  log_starts_late: 'the log begins after the start of the window',
  open_calls: 'calls have no ending in the log, so they count with their reservation',
  unknown_amounts: 'the use of calls is unknown, so they count with their reservation',
  no_reservation: 'the use of calls is unknown, and their rows state no reservation, so they are left out',
  counted_elsewhere: 'no fact in the log explains the difference: processes with another log, or rotated keys',
} as const;
export type DifferenceReason = keyof typeof DIFFERENCE_REASONS;

/** The use of a limit at a node by the log and by the rollup. Amounts are decimal texts in the unit. */
export interface ReconciledNode {
  readonly limit_id: string;
  readonly node: string;
  readonly unit: string;
  readonly window_from: string;
  readonly window_to: string;
  /** The number of calls in the log. */
  readonly calls: number;
  readonly logged: string;
  /** The number of calls without a known use and without a reservation, which `logged` omits. */
  readonly left_out: number;
  /** Null if the rollup does not have the node. */
  readonly rollup: string | null;
  /** The rollup minus the log; null without a rollup. */
  readonly difference: string | null;
  /** Empty if both are equal. */
  readonly reasons: readonly DifferenceReason[];
}

/** A limit, and its window in Unix milliseconds; the end is exclusive. */
type WindowedLimit = Limit & { readonly from: number; readonly to: number };

interface NodeSum {
  calls: number;
  charged: number;
  open: number;
  unknown: number;
  lost: number;
}

/** Sums up logged calls by limit and node, in the windows that contain an instant. */
export class LimitSums {
  readonly #limits: readonly WindowedLimit[];
  readonly #asOfMs: number;
  readonly #sums = new Map<string, NodeSum>();
  #firstMs = Infinity;

  /** @param offset the offset of a zone from UTC in milliseconds */
  constructor(limits: readonly Limit[], asOf: Date, offset: (zone: string, utcMs: number) => number) {
    this.#asOfMs = asOf.getTime();
    this.#limits = limits.flatMap((limit) => {
      const { window } = limit;
      if (window === undefined) return [];
      const bounds = limitWindowAt(window.per, this.#asOfMs, (utcMs) => offset(window.timeZone, utcMs));
      return [{ ...limit, from: bounds.from, to: bounds.to }];
    });
  }

  /**
   * @param isEnded true if the log contains the end of the call
   * @param isServed true for a call of an application: limits on requests count no shadow calls and calls of judges
   */
  add(call: LimitedCall, { isEnded, isServed }: { readonly isEnded: boolean; readonly isServed: boolean }): void {
    this.#firstMs = Math.min(this.#firstMs, call.admittedMs);
    for (const limit of this.#limits) {
      if (call.admittedMs < limit.from || call.admittedMs >= Math.min(limit.to, this.#asOfMs)) continue;
      const { node, unit } = limit;
      if (unit === 'calls' || (!isServed && !COUNTED_UNITS[unit].isUse)) continue;
      const isOver = node.kind === 'tag' ? call.tags[node.name] === node.value : appliesToCaller(node, call.caller);
      if (!isOver) continue;
      const key = JSON.stringify([limit.id, nodeCounterName(node, call.caller)]);
      const sum = this.#sums.get(key) ?? { calls: 0, charged: 0, open: 0, unknown: 0, lost: 0 };
      const charge = loggedCharge(unit, call, isEnded);
      sum.calls += 1;
      sum.charged += charge ?? 0;
      if (!isEnded) sum.open += 1;
      else if (loggedAmounts(unit, call).known === undefined) sum.unknown += 1;
      if (charge === undefined) sum.lost += 1;
      this.#sums.set(key, sum);
    }
  }

  /** The nodes of the log and of the rollup, by limit and node. */
  reconcile(rows: readonly RollupRow[]): ReconciledNode[] {
    const counted = new Map(rows.map((row) => [JSON.stringify([row.limitId, row.node]), row]));
    const keys = [...new Set([...this.#sums.keys(), ...counted.keys()])].sort();
    return keys.flatMap((key) => {
      const [id, node] = JSON.parse(key) as [string, string];
      const limit = this.#limits.find((one) => one.id === id);
      return limit === undefined ? [] : [this.#reconciled(limit, node, this.#sums.get(key), counted.get(key))];
    });
  }

  #reconciled(
    limit: WindowedLimit,
    node: string,
    sum: NodeSum | undefined,
    row: RollupRow | undefined,
  ): ReconciledNode {
    const { id, unit, from, to } = limit;
    const logged = sum?.charged ?? 0;
    const difference = row === undefined ? undefined : row.used - logged;
    return {
      limit_id: id,
      node,
      unit: COUNTED_UNITS[unit].shownAs,
      window_from: new Date(from).toISOString(),
      window_to: new Date(to).toISOString(),
      calls: sum?.calls ?? 0,
      logged: limitAmountText(unit, logged),
      left_out: sum?.lost ?? 0,
      rollup: row === undefined ? null : limitAmountText(unit, row.used),
      difference: difference === undefined ? null : limitAmountText(unit, difference),
      reasons: difference === 0 ? [] : this.#reasonsOf(limit, sum, row),
    };
  }

  #reasonsOf(
    { from }: { readonly from: number },
    sum: NodeSum | undefined,
    row: RollupRow | undefined,
  ): DifferenceReason[] {
    const found: DifferenceReason[] = [
      ...(row === undefined ? (['not_in_rollup'] as const) : []),
      ...(sum === undefined ? (['not_in_log'] as const) : []),
      ...(this.#firstMs > from ? (['log_starts_late'] as const) : []),
      ...((sum?.open ?? 0) > 0 ? (['open_calls'] as const) : []),
      ...((sum?.unknown ?? 0) > 0 ? (['unknown_amounts'] as const) : []),
      ...((sum?.lost ?? 0) > 0 ? (['no_reservation'] as const) : []),
    ];
    return found.length > 0 ? found : ['counted_elsewhere'];
  }
}
