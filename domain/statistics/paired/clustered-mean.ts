import type { Bounds } from '../interval/bounds.ts';
import { twoSidedQuantile } from '../interval/two-sided-quantile.ts';

/** A value of an item, such as the difference of two arms. */
interface ClusteredValue {
  readonly value: number;
  /** The group of items that vary together, such as the turns of one conversation. */
  readonly cluster: string;
}

/** A mean with its standard errors, and the normal interval of the clustered one. */
interface ClusteredMean extends Bounds {
  readonly mean: number;
  readonly values: number;
  readonly clusters: number;
  /** The standard error as if all values were independent. */
  readonly naiveSe: number;
  /** The standard error if only values of different clusters are independent. */
  readonly clusterSe: number;
}

/**
 * The mean of values in clusters, with the standard error of cluster sums (Miller 2024, Adding Error Bars to Evals,
 * arXiv 2411.00640). Without clusters of more than one value, both standard errors are equal.
 *
 * @returns undefined without two clusters: one cluster shows nothing about the variation between clusters
 */
export function clusteredMean(values: readonly ClusteredValue[], confidence: number): ClusteredMean | undefined {
  const n = values.length;
  const mean = values.reduce((sum, { value }) => sum + value, 0) / n;
  const sums = new Map<string, number>();
  let squares = 0;
  for (const { value, cluster } of values) {
    squares += (value - mean) ** 2;
    sums.set(cluster, (sums.get(cluster) ?? 0) + value - mean);
  }
  if (sums.size < 2) return undefined;
  let clusterSquares = 0;
  for (const sum of sums.values()) clusterSquares += sum ** 2;
  const clusterSe = Math.sqrt(clusterSquares) / n;
  const reach = twoSidedQuantile(confidence) * clusterSe;
  return {
    mean,
    values: n,
    clusters: sums.size,
    naiveSe: Math.sqrt(squares) / n,
    clusterSe,
    low: mean - reach,
    high: mean + reach,
  };
}
