import type { CalibrationArtifact } from '../calibration/artifact.ts';
import { rowsToCertify } from '../../statistics/selective-risk/rows-to-certify.ts';
import type { CoverageGapCode } from './gap-codes.ts';

/** The reason why rows of a segment are not licensed, with the labelled rows that a unit needs and has. */
export interface UncoveredReason {
  readonly code: CoverageGapCode;
  /** The number of labelled rows that a unit needs, in all parts of a fit; null if labels are not what is missing. */
  readonly need: number | null;
  readonly have: number | null;
  readonly text: string;
}

/** The rows of a segment, as far as they explain its gap. */
export interface SegmentRows {
  readonly metric: string;
  readonly segment: string;
  readonly applicable: number;
  readonly judged: number;
  readonly labelled: number;
}

/** The evidence that a unit must show: the floor of its holdout, and its tolerance at a confidence. */
export interface UnitDemand {
  readonly minN: number;
  readonly tolerance: number;
  /** Undefined if no confidence is configured. */
  readonly confidence: number | undefined;
}

/** The parts of labelled rows that the holdout of a unit is one of. */
const HOLDOUT_PARTS = 4;

/**
 * The number of labelled rows that a unit needs: four times the rows of its holdout, which is a quarter. The holdout
 * needs the floor and, at a known confidence, enough rows to show the tolerance without an error.
 */
export function neededRows({ minN, tolerance, confidence }: UnitDemand): number {
  const certifying = confidence === undefined ? 0 : rowsToCertify(tolerance, 1 - confidence);
  return HOLDOUT_PARTS * Math.max(minN, certifying);
}

/** The reason why rows of this segment are not licensed. */
export function findGap(
  rows: SegmentRows,
  artifact: CalibrationArtifact | undefined,
  demand: UnitDemand,
): UncoveredReason {
  const { metric, segment, labelled } = rows;
  const units = (artifact?.units ?? []).filter((unit) => unit.metric === metric && unit.segment === segment);
  const passed = units.find(({ gate_passed: hasPassed }) => hasPassed);
  if (passed !== undefined) return gapOfLicensed(rows);
  const unit = units[0];
  const need = neededRows(unit === undefined ? demand : { ...demand, tolerance: unit.tolerance });
  if (artifact === undefined) {
    const text = `No calibration is active. A fit of this segment needs about ${need} labelled rows and has ${labelled}: label more rows, fit, and activate the calibration.`;
    return { code: 'no_active_calibration', need, have: labelled, text };
  }
  if (unit === undefined || unit.refusal === null) {
    const text = `The active calibration has no unit for this segment. A fit needs about ${need} labelled rows and has ${labelled}: label more rows, and fit again.`;
    return { code: 'no_unit', need, have: labelled, text };
  }
  return { code: unit.refusal.code, need, have: labelled, text: unit.refusal.text };
}

/** The reason of a segment with a licensed unit: rows without a verdict, or verdicts that are not certain enough. */
function gapOfLicensed({ applicable, judged }: SegmentRows): UncoveredReason {
  const rest = applicable - judged;
  if (rest > 0) {
    const text = `No judge was asked about ${rest} of ${applicable} answered requests. Raise the sample rate of the evaluator.`;
    return { code: 'not_judged', need: null, have: null, text };
  }
  const text = 'The verdicts of the other rows are below the threshold of the unit. People have to rate them.';
  return { code: 'below_threshold', need: null, have: null, text };
}
