import { latencyText } from '../../insight/figures/latency.ts';
import type { Cell } from './cell.ts';

/** The number of significant digits that insight reads show for exact quantiles. */
const DIGITS = 12;

/** The latency of an arm over its answered cases, in milliseconds as decimal texts. */
export type ArmLatency =
  | { readonly state: 'present'; readonly answers: number; readonly p50: string; readonly p95: string }
  | { readonly state: 'absent'; readonly reason: 'no_comparable_cases' };

/**
 * The quantiles of the time to a complete answer, interpolated as in insight reads (decision 0024). Failed calls are
 * not included.
 */
export function computeArmLatency(cells: readonly Cell[]): ArmLatency {
  const samples = cells.flatMap(({ durationMs }) => (durationMs === undefined ? [] : [durationMs]));
  if (samples.length === 0) return { state: 'absent', reason: 'no_comparable_cases' };
  samples.sort((one, other) => one - other);
  return { state: 'present', answers: samples.length, p50: level(samples, 0.5), p95: level(samples, 0.95) };
}

function level(sorted: readonly number[], share: number): string {
  const position = share * (sorted.length - 1);
  const [lower, upper] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]] as [number, number];
  return latencyText(lower + (upper - lower) * (position - Math.floor(position)), DIGITS);
}
