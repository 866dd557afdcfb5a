import type { LabelCensus } from './artifact.ts';
import type { SplitEvidence } from './calibration-evidence.ts';

/** The terms of a fit, of all units. */
export interface FitTerms {
  /** The confidence, strictly between 0 and 1; undefined if neither the request nor the configuration states one. */
  readonly confidence: number | undefined;
  readonly minN: number;
  /** The tolerance of metrics without their own. */
  readonly tolerance: number;
  /** The tolerances by metric. */
  readonly tolerances: Readonly<Record<string, number>>;
}

/** The evidence of a fit, and where it comes from. */
export interface FitInput {
  readonly workspaceId: string;
  /** The policy epoch; empty if it is unknown. */
  readonly fingerprint: string;
  readonly terms: FitTerms;
  readonly evidence: SplitEvidence;
  readonly census: LabelCensus;
  readonly arrivalHighWater: string;
}
