import type { Cell } from './cell.ts';

/** The total cost of an arm's billed calls. */
export type ArmCost =
  | { readonly state: 'present'; readonly calls: number; readonly nanoUsd: bigint }
  | { readonly state: 'absent'; readonly reason: 'unpriced_population' | 'no_comparable_cases' };

/**
 * The sum of an arm's bills. It is absent if any bill has an unknown amount. Without bills, it is absent too, because
 * that is not a cost of zero.
 */
export function computeArmCost(cells: readonly Cell[]): ArmCost {
  if (cells.some(({ cost }) => cost.state === 'unpriced')) return { state: 'absent', reason: 'unpriced_population' };
  const bills = cells.flatMap(({ cost }) => (cost.state === 'priced' ? [cost.nanoUsd] : []));
  if (bills.length === 0) return { state: 'absent', reason: 'no_comparable_cases' };
  return { state: 'present', calls: bills.length, nanoUsd: bills.reduce((sum, bill) => sum + bill, 0n) };
}
