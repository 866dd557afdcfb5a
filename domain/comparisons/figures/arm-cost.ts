import type { Cell } from './cell.ts';

/** The cost of an arm over all its billed calls. */
export type ArmCost =
  | { readonly state: 'present'; readonly calls: number; readonly nanoUsd: bigint }
  | { readonly state: 'absent'; readonly reason: 'unpriced_population' | 'no_comparable_cases' };

/**
 * The sum of an arm's bills. One of unknown amount takes the sum away; without a bill there is none, which is no zero.
 */
export function armCostOf(cells: readonly Cell[]): ArmCost {
  if (cells.some(({ cost }) => cost.state === 'unpriced')) return { state: 'absent', reason: 'unpriced_population' };
  const bills = cells.flatMap(({ cost }) => (cost.state === 'priced' ? [cost.nanoUsd] : []));
  if (bills.length === 0) return { state: 'absent', reason: 'no_comparable_cases' };
  return { state: 'present', calls: bills.length, nanoUsd: bills.reduce((sum, bill) => sum + bill, 0n) };
}
