import { listText } from '../../kernel/text/list-text.ts';
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
type FitRefusalCode = (typeof FIT_REFUSAL_CODES)[number];

/** The maximum number of models that a sentence names. */
const MAX_NAMED = 5;

/** The names of the parts in sentences. */
const PART_NAMES = { fit: 'the first half', calibration: 'the third quarter', holdout: 'the last quarter' } as const;

/** The refusal of any fit while the configuration enables no calibration. */
export const CALIBRATION_DISABLED: FitRefusal = refusalOf(
  'calibration_disabled',
  'The configuration enables no calibration of quality. Set `evals.calibration.quality.enabled` and `confidence`.',
);

/** The reasons why this evidence supports no fit, most basic first. */
export function fitRefusals({ fingerprint, terms, evidence, census }: FitInput): FitRefusal[] {
  return [
    ...(terms.confidence === undefined
      ? [refusalOf('no_confidence_configured', 'No confidence is stated. Set `evals.calibration.quality.confidence`.')]
      : []),
    ...(fingerprint === ''
      ? [
          refusalOf(
            'no_fingerprint',
            'The policy epoch is unknown, so nobody could tell which configuration the fit describes. Fit with a configuration file, or state the fingerprint.',
          ),
        ]
      : []),
    ...(evidence.requests === 0 ? [noRows(census.not_fit_eligible, census.ties + census.uncertain)] : []),
    ...(evidence.units.length > MAX_UNITS_OF_FIT ? [tooManyUnits(evidence.units.length)] : []),
    ...armsApart(evidence.models),
  ];
}

function noRows(ineligible: number, undecided: number): FitRefusal {
  if (ineligible > 0)
    return refusalOf(
      'labels_not_fit_eligible',
      `All ${ineligible} labelled rows are imported or synthetic, so they say nothing about the traffic. Label captured requests.`,
      { need: 1, have: 0 },
    );
  const ties = undecided === 0 ? '' : ` On ${undecided} rows, people have no majority.`;
  return refusalOf(
    'no_labels',
    `Nothing in the window is labelled as pass or fail.${ties} Claim rows and label them.`,
    {
      need: 1,
      have: 0,
    },
  );
}

function tooManyUnits(have: number): FitRefusal {
  const text = `The rows belong to ${have} units of metric, segment and judge, and a fit has at most ${MAX_UNITS_OF_FIT}. Fit a shorter window.`;
  return refusalOf('too_many_units', text, { need: MAX_UNITS_OF_FIT, have });
}

/**
 * The refusal for models whose answers all lie in one part: a difference between parts is then a difference between
 * models. A model with a single trace cannot lie in several parts, so it is no reason.
 */
function armsApart(models: readonly JudgedModelSpread[]): FitRefusal[] {
  const apart = models.filter((model) => model.traces > 1 && partsOfModel(model).length === 1);
  if (apart.length === 0) return [];
  const named = apart
    .slice(0, MAX_NAMED)
    .map((model) => `${model.model} (only in ${listText(partsOfModel(model).map((part) => PART_NAMES[part]))})`);
  const rest = apart.length > MAX_NAMED ? ` and ${apart.length - MAX_NAMED} more` : '';
  const text = `Sorted by time, the answers of ${listText(named)}${rest} lie in one part of the split, so the parts compare models and not thresholds. Label answers of each model over the whole window, or fit a window with the same models throughout.`;
  return [refusalOf('arms_in_different_parts', text, { need: 2, have: 1 })];
}

/** The parts in which a model answered. */
function partsOfModel({ requests }: JudgedModelSpread): (keyof typeof PART_NAMES)[] {
  return CALIBRATION_PARTS.filter((part) => requests[part] > 0);
}

function refusalOf(
  code: FitRefusalCode,
  text: string,
  amounts: { readonly need?: number; readonly have?: number } = {},
): FitRefusal {
  return { code, text, ...amounts };
}
