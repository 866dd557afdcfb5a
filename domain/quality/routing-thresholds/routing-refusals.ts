import type { FitRefusal } from '../calibration/lifecycle.ts';

/** The reasons why a fit of a routing threshold has no artifact, in the order of their checks. */
type RoutingRefusalCode =
  | 'no_confidence_configured'
  | 'no_rule'
  | 'ambiguous_parameter'
  | 'no_other_tier'
  | 'no_shadow_pairs'
  | 'several_metrics'
  | 'too_few_labelled_pairs'
  | 'below_detectable_loss'
  | 'unpriced_tier'
  | 'one_threshold'
  | 'no_saving'
  | 'no_threshold_passed';

/** The maximum number of names in a sentence. */
const MAX_NAMED = 5;

export const NO_ROUTING_CONFIDENCE = refusalOf(
  'no_confidence_configured',
  'No confidence is stated. Set `evals.calibration.quality.confidence`, or state one.',
);

export function noRule(ruleId: string, known: readonly string[]): FitRefusal {
  const names = known.length === 0 ? 'It has no rules.' : `Its rules are ${namesOf(known)}.`;
  return refusalOf(
    'no_rule',
    `The configuration has no rule ${ruleId} in \`routing.rules\`. ${names} Name one of them.`,
  );
}

export function ambiguousParameter(ruleId: string, bounds: number): FitRefusal {
  const has = bounds === 0 ? 'no bound' : 'two bounds';
  return refusalOf(
    'ambiguous_parameter',
    `The rule ${ruleId} has ${has} of input tokens, so it is unclear which one to tune. State the parameter, such as \`routing.rules.${ruleId}.max_input_tokens\`.`,
  );
}

export function noOtherTier(ruleId: string): FitRefusal {
  return refusalOf(
    'no_other_tier',
    `Calls that the rule ${ruleId} does not match have no other tier. Set \`routing.default_tier\` to a tier with another model.`,
  );
}

export function noShadowPairs(ruleId: string, served: string, repeated: string): FitRefusal {
  return refusalOf(
    'no_shadow_pairs',
    `No answer of ${served} was repeated by ${repeated} for the rule ${ruleId}. Run the gateway in the mode \`shadow\` with \`shadow.sample_rate\`, or fit a window in which it did.`,
    { need: 1, have: 0 },
  );
}

export function severalMetrics(metrics: readonly string[]): FitRefusal {
  const text = `Both answers have verdicts on ${namesOf(metrics)}. State the metric of the fit.`;
  return refusalOf('several_metrics', text, { need: 1, have: metrics.length });
}

export function tooFewLabelledPairs(need: number, have: number, pairs: number): FitRefusal {
  const text = `Of ${pairs} calls with answers of both tiers, ${have} have a verdict on both, and ${need} are needed. A verdict is a majority of people, or that of a judge that the active calibration accepts. Label both answers of more calls.`;
  return refusalOf('too_few_labelled_pairs', text, { need, have });
}

export function belowDetectableLoss(need: number, have: number, limit: number, confidence: number): FitRefusal {
  const text = `${have} pairs in a quarter of the window cannot show a loss of at most ${limit} at the confidence ${confidence}, even without a loss: ${need} could. Label about ${4 * need} pairs, or raise the limit.`;
  return refusalOf('below_detectable_loss', text, { need, have });
}

export function unpricedTier(model: string, need: number, have: number): FitRefusal {
  const text = `${have} of ${need} answers of ${model} have a known cost, so no saving is known. Configure the price of the model, or state a quality budget.`;
  return refusalOf('unpriced_tier', text, { need, have });
}

export function oneThreshold(tokens: number | undefined): FitRefusal {
  const text = `All pairs that choose thresholds have ${tokens ?? 0} input tokens, so no threshold separates them. Fit a window with calls of different sizes.`;
  return refusalOf('one_threshold', text, { need: 2, have: 1 });
}

export function noSaving(cheap: string, dear: string): FitRefusal {
  const text = `No threshold saves money: the answers of ${cheap} do not cost less than those of ${dear}. Check which tier the rule names.`;
  return refusalOf('no_saving', text);
}

export function noRoutingThresholdPassed(
  need: number,
  have: number,
  { rows, threshold }: { readonly rows: number; readonly threshold: number },
  limit: number,
): FitRefusal {
  const text = `Already the strictest threshold, ${threshold} input tokens, loses ${have} of ${rows} calls. At most ${need} may be lost to show a loss of at most ${limit}. Choose a better cheap tier, or raise the budget.`;
  return refusalOf('no_threshold_passed', text, { need, have });
}

function namesOf(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${names.slice(0, MAX_NAMED).join(', ')}${more}`;
}

function refusalOf(
  code: RoutingRefusalCode,
  text: string,
  amounts: { readonly need?: number; readonly have?: number } = {},
): FitRefusal {
  return { code, text, ...amounts };
}
