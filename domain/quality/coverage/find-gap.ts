import { rowsToCertify } from '../../statistics/selective-risk/rows-to-certify.ts';
import type { CalibrationArtifact } from '../calibration/artifact.ts';
import { errorProbabilityOf } from '../calibration/error-probability-of.ts';
import { toleranceOf } from '../calibration/fit-calibration.ts';
import type { FitTerms } from '../calibration/fit-input.ts';
import { licensedUnits } from '../calibration/licensed-unit.ts';
import type { CoverageGapCode } from './gap-codes.ts';

/** The reason why rows of a segment are not licensed, with the needed and the present amount. */
export interface UncoveredReason {
  readonly code: CoverageGapCode;
  /**
   * The amount of the unit's own refusal; without a unit, the number of labelled rows that it needs in all parts of a
   * fit. Null if a licensed unit exists.
   */
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

/** The parts of labelled rows that the holdout of a unit is one of. */
const HOLDOUT_PARTS = 4;

/**
 * The number of labelled rows that a unit of a metric needs: four times the rows of its holdout, which is a quarter.
 * The holdout needs the floor and, at a known confidence, enough rows to show the tolerance without an error.
 */
export function requiredRows(metric: string, terms: FitTerms): number {
  const { minN, confidence } = terms;
  const certifying =
    confidence === undefined ? 0 : rowsToCertify(toleranceOf(terms, metric), errorProbabilityOf(confidence));
  return HOLDOUT_PARTS * Math.max(minN, certifying);
}

/**
 * The reason why rows of this segment are not licensed.
 * @param terms the terms of the next fit
 */
export function findGap(
  rows: SegmentRows,
  artifact: CalibrationArtifact | undefined,
  terms: FitTerms,
): UncoveredReason {
  const { metric, segment, labelled } = rows;
  const units = (artifact?.units ?? []).filter((unit) => unit.metric === metric && unit.segment === segment);
  if (licensedUnits(units).length > 0) return gapOfLicensed(rows);
  const refusal = units[0]?.refusal;
  if (refusal) return refusal;
  const need = requiredRows(metric, terms);
  if (artifact === undefined) {
    const text = `No calibration is active. A fit of this segment needs about ${need} labelled rows and has ${labelled}: label more rows, fit, and activate the calibration.`;
    return { code: 'no_active_calibration', need, have: labelled, text };
  }
  const text = `The active calibration has no unit for this segment. A fit needs about ${need} labelled rows and has ${labelled}: label more rows, and fit again.`;
  return { code: 'no_unit', need, have: labelled, text };
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
