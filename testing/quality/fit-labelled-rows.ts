import type { LabelCensus } from '../../domain/quality/calibration/artifact.ts';
import {
  createCalibrationEvidence,
  type SplitEvidence,
} from '../../domain/quality/calibration/calibration-evidence.ts';
import { fitCalibration, type FitOutcome } from '../../domain/quality/calibration/fit-calibration.ts';
import type { FitTerms } from '../../domain/quality/calibration/fit-input.ts';
import type { LabelledRow } from '../../domain/quality/labelled-row.ts';

const FIT_TERMS: FitTerms = { confidence: 0.9, minN: 50, tolerance: 0.1, tolerances: {} };

/** A census of labels without anything to disclose. */
export const PLAIN_CENSUS: LabelCensus = {
  labelled: 0,
  ties: 0,
  uncertain: 0,
  duplicates: 0,
  not_fit_eligible: 0,
  is_capped: false,
};

/** The rows, split and counted. */
export function splitLabelledRows(rows: Iterable<LabelledRow>): SplitEvidence {
  const evidence = createCalibrationEvidence();
  for (const row of rows) evidence.add(row);
  return evidence.split();
}

/** The result of a fit over rows of one workspace. */
export function fitLabelledRows(
  rows: readonly LabelledRow[],
  {
    terms = {},
    census = {},
    fingerprint = 'sha256:epoch',
  }: { readonly terms?: Partial<FitTerms>; readonly census?: Partial<LabelCensus>; readonly fingerprint?: string } = {},
): FitOutcome {
  return fitCalibration({
    workspaceId: 't_1',
    fingerprint,
    terms: { ...FIT_TERMS, ...terms },
    evidence: splitLabelledRows(rows),
    census: { ...PLAIN_CENSUS, labelled: rows.length, ...census },
    arrivalHighWater: '7',
  });
}
