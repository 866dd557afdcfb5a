import { listText, shortListText } from '../../kernel/text/list-text.ts';
import { CALIBRATION_PARTS, MAX_UNITS_OF_FIT } from './artifact.ts';
import type { JudgedModelSpread } from './calibration-evidence.ts';
import type { FitInput } from './fit-input.ts';
import type { FitRefusal } from './lifecycle.ts';

/** The reasons why a fit is refused as a whole, in the order of their checks. */
const FIT_REFUSAL_CODES = [
  'calibration_disabled',
  'no_confidence_configured',
  'no_fingerprint',
  'no_labels',
  'labels_not_fit_eligible',
  'too_many_units',
  'arms_in_different_parts',
] as const;

/** A refusal of a fit of quality. */
interface QualityFitRefusal extends FitRefusal {
  readonly code: (typeof FIT_REFUSAL_CODES)[number];
}

/** The names of the parts in sentences. */
const PART_NAMES = { fit: 'the first half', calibration: 'the third quarter', holdout: 'the last quarter' } as const;

/** The refusal of any fit while the configuration enables no calibration. */
export const CALIBRATION_DISABLED: QualityFitRefusal = {
  code: 'calibration_disabled',
  text: 'The configuration enables no calibration of quality. Set `evals.calibration.quality.enabled` and `confidence`.',
};

const NO_CONFIDENCE: QualityFitRefusal = {
  code: 'no_confidence_configured',
  text: 'No confidence is stated. Set `evals.calibration.quality.confidence`.',
};

const NO_FINGERPRINT: QualityFitRefusal = {
  code: 'no_fingerprint',
  text: 'The policy epoch is unknown, so nobody could tell which configuration the fit describes. Fit with a configuration file, or state the fingerprint.',
};

/** The reasons why this evidence supports no fit, most basic first. */
export function fitRefusals({ fingerprint, terms, evidence, census }: FitInput): FitRefusal[] {
  return [
    ...(terms.confidence === undefined ? [NO_CONFIDENCE] : []),
    ...(fingerprint === '' ? [NO_FINGERPRINT] : []),
    ...(evidence.requests === 0 ? [noRows(census.not_fit_eligible, census.ties + census.uncertain)] : []),
    ...(evidence.units.length > MAX_UNITS_OF_FIT ? [tooManyUnits(evidence.units.length)] : []),
    ...armsApart(evidence.models),
  ];
}

function noRows(ineligible: number, undecided: number): QualityFitRefusal {
  if (ineligible > 0) {
    const text = `All ${ineligible} labelled rows are imported or synthetic, so they say nothing about the traffic. Label captured requests.`;
    return { code: 'labels_not_fit_eligible', need: 1, have: 0, text };
  }
  const ties = undecided === 0 ? '' : ` On ${undecided} rows, people have no majority.`;
  const text = `Nothing in the window is labelled as pass or fail.${ties} Claim rows and label them.`;
  return { code: 'no_labels', need: 1, have: 0, text };
}

function tooManyUnits(have: number): QualityFitRefusal {
  const text = `The rows belong to ${have} units of metric, segment and judge, and a fit has at most ${MAX_UNITS_OF_FIT}. Fit a shorter window.`;
  return { code: 'too_many_units', need: MAX_UNITS_OF_FIT, have, text };
}

/**
 * The refusal for models whose answers all lie in one part: a difference between parts is then a difference between
 * models. A model with a single trace cannot lie in several parts, so it is no reason.
 */
function armsApart(models: readonly JudgedModelSpread[]): QualityFitRefusal[] {
  const apart = models.filter((model) => model.traces > 1 && partsOfModel(model).length === 1);
  if (apart.length === 0) return [];
  const named = apart.map(
    (model) => `${model.model} (only in ${listText(partsOfModel(model).map((part) => PART_NAMES[part]))})`,
  );
  const text = `Sorted by time, the answers of ${shortListText(named)} lie in one part of the split, so the parts compare models and not thresholds. Label answers of each model over the whole window, or fit a window with the same models throughout.`;
  return [{ code: 'arms_in_different_parts', need: 2, have: 1, text }];
}

/** The parts in which a model answered. */
function partsOfModel({ requests }: JudgedModelSpread): (keyof typeof PART_NAMES)[] {
  return CALIBRATION_PARTS.filter((part) => requests[part] > 0);
}
