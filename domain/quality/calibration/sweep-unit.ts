import { thresholdGrid } from '../../statistics/selective-risk/threshold-grid.ts';
import type { JudgedUnit } from '../unit-key.ts';

/** A decided and labelled row with a certainty. */
export interface SweptRow {
  /** The certainty of the judge. */
  readonly score: number;
  /** True if people agree with the judge. */
  readonly agreed: boolean;
  /** The prices of the calls that answered the request, in nano-USD; null for an unpriced call. */
  readonly calls: readonly (bigint | null)[];
}

/** The rows with at least a threshold. */
interface SweptThreshold {
  readonly threshold: number;
  readonly accepted: number;
  /** The accepted rows on which people disagree with the judge. */
  readonly errors: number;
  /** The cost of the priced calls; null if no call has a price. */
  readonly costNanoUsd: bigint | null;
  readonly unpricedCalls: number;
}

/** The rows of a unit at each threshold of its grid, highest first. */
export interface SweptUnit extends JudgedUnit {
  readonly rows: number;
  readonly thresholds: readonly SweptThreshold[];
}

/** Counts the rows of a unit at the distinct deciles of their certainties. */
export function sweepUnit({ metric, segment, judgeSubject }: JudgedUnit, rows: readonly SweptRow[]): SweptUnit {
  const thresholds = thresholdGrid(rows.map(({ score }) => score)).map((threshold): SweptThreshold => {
    const accepted = rows.filter(({ score }) => score >= threshold);
    const calls = accepted.flatMap((row) => row.calls);
    const priced = calls.filter((cost) => cost !== null);
    return {
      threshold,
      accepted: accepted.length,
      errors: accepted.filter(({ agreed }) => !agreed).length,
      costNanoUsd: priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0n),
      unpricedCalls: calls.length - priced.length,
    };
  });
  return { metric, segment, judgeSubject, rows: rows.length, thresholds };
}
