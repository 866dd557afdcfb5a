import type { EvaluatorKind, OutcomeBasis } from '../../judges/outcome.ts';

/** The newest outcomes of one evaluator on the requests of a segment. */
export interface RatedSegment {
  readonly metric: string;
  /** The route of the requests; empty for requests without a route. */
  readonly segment: string;
  readonly basis: OutcomeBasis;
  readonly evaluatorKind: EvaluatorKind;
  readonly evaluatorId: string;
  /** The subject of a judge; empty for other evaluators. */
  readonly judgeSubject: string;
  readonly passed: number;
  readonly failed: number;
  readonly abstained: number;
  /** The requests on which a judge was asked and gave no verdict. */
  readonly unheard: number;
}

/** The calls of judges of this deployment for the requests of a segment. */
export interface SegmentCost {
  readonly segment: string;
  /** Null if no call has a price. */
  readonly nanoUsd: bigint | null;
  /** The calls without a price, which the amount omits. */
  readonly unpriced: number;
  readonly estimated: number;
}
