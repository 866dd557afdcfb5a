export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The median ratio of values to their partners. The two values of a pair were measured directly one after the other.
 */
export function medianRatio(values: readonly number[], partners: readonly number[]): number {
  return median(ratiosOf(values, partners));
}

function ratiosOf(values: readonly number[], partners: readonly number[]): number[] {
  return values.map((value, index) => value / (partners[index] ?? Number.NaN));
}

/**
 * The interval that contains the median of the population with 95 % confidence. It uses only the order of the values
 * (binomial), and needs at least six.
 */
function medianInterval(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = [...values].sort((left, right) => left - right);
  const { length } = sorted;
  let probability = 0.5 ** length;
  let below = probability;
  let out = 0;
  // The loop counts the values that can be excluded on each side.
  while (below <= 0.025 && out < length / 2) {
    out += 1;
    probability *= (length - out + 1) / out;
    below += probability;
  }
  return out === 0 ? [Number.NaN, Number.NaN] : [sorted[out - 1] ?? Number.NaN, sorted[length - out] ?? Number.NaN];
}

/** The median of the ratios of values to their partners, with its 95 % interval, as text. */
export function ratioText(values: readonly number[], partners: readonly number[]): string {
  const [low, high] = medianInterval(ratiosOf(values, partners));
  return `${medianRatio(values, partners).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

export function formatSpread(values: readonly number[]): string {
  const at = (share: number): string => quantile(values, share).toFixed(1).padStart(7);
  return `${at(0.5)} ms (p50) ${at(0.95)} ms (p95) ${at(0.99)} ms (p99)`;
}
