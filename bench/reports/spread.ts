export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Of each value to its partner: the two were measured right after each other. */
export function medianRatio(values: readonly number[], partners: readonly number[]): number {
  return median(values.map((value, index) => value / (partners[index] ?? Number.NaN)));
}

export function spreadOf(values: readonly number[]): string {
  const at = (share: number): string => quantile(values, share).toFixed(1).padStart(7);
  return `${at(0.5)} ms (p50) ${at(0.95)} ms (p95) ${at(0.99)} ms (p99)`;
}
