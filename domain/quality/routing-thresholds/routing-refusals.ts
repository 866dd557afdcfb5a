import { shortListText } from '../../kernel/text/list-text.ts';
import type { FitRefusal } from '../calibration/lifecycle.ts';

/** The reason why a fit of a routing threshold has no artifact. The codes are in the order of the checks. */
interface RoutingRefusal extends FitRefusal {
  readonly code:
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
}

export const NO_ROUTING_CONFIDENCE: RoutingRefusal = {
  code: 'no_confidence_configured',
  text: 'No confidence is stated. Set `evals.calibration.quality.confidence`, or state one.',
};

export function noRule(ruleId: string, known: readonly string[]): RoutingRefusal {
  const names = known.length === 0 ? 'It has no rules.' : `Its rules are ${shortListText(known)}.`;
  const text = `The configuration has no rule ${ruleId} in \`routing.rules\`. ${names} Name one of them.`;
  return { code: 'no_rule', text };
}

export function ambiguousParameter(ruleId: string, bounds: number): RoutingRefusal {
  const has = bounds === 0 ? 'no bound' : 'two bounds';
  const text = `The rule ${ruleId} has ${has} of input tokens, so it is unclear which one to tune. State the parameter, such as \`routing.rules.${ruleId}.max_input_tokens\`.`;
  return { code: 'ambiguous_parameter', text };
}

export function noOtherTier(ruleId: string): RoutingRefusal {
  const text = `Calls that the rule ${ruleId} does not match have no other tier. Set \`routing.default_tier\` to a tier with another model.`;
  return { code: 'no_other_tier', text };
}

export function noShadowPairs(ruleId: string, served: string, repeated: string): RoutingRefusal {
  const text = `No answer of ${served} was repeated by ${repeated} for the rule ${ruleId}. Run the gateway in the mode \`shadow\` with \`shadow.sample_rate\`, or fit a window in which it did.`;
  return { code: 'no_shadow_pairs', need: 1, have: 0, text };
}

export function severalMetrics(metrics: readonly string[]): RoutingRefusal {
  const text = `Both answers have verdicts on ${shortListText(metrics)}. State the metric of the fit.`;
  return { code: 'several_metrics', need: 1, have: metrics.length, text };
}

export function tooFewLabelledPairs(need: number, have: number, pairs: number): RoutingRefusal {
  const text = `Of ${pairs} calls with answers of both tiers, ${have} have a verdict on both, and ${need} are needed. A verdict is a majority of people, or that of a judge that the active calibration accepts. Label both answers of more calls.`;
  return { code: 'too_few_labelled_pairs', need, have, text };
}

export function belowDetectableLoss(need: number, have: number, limit: number, confidence: number): RoutingRefusal {
  const text = `${have} pairs in a quarter of the window cannot show a loss of at most ${limit} at the confidence ${confidence}, even without a loss: ${need} could. Label about ${4 * need} pairs, or raise the limit.`;
  return { code: 'below_detectable_loss', need, have, text };
}

export function unpricedTier(model: string, need: number, have: number): RoutingRefusal {
  const text = `${have} of ${need} answers of ${model} have a known cost, so no saving is known. Configure the price of the model, or state a quality budget.`;
  return { code: 'unpriced_tier', need, have, text };
}

export function oneThreshold(tokens: number | undefined): RoutingRefusal {
  const text = `All pairs that choose thresholds have ${tokens ?? 0} input tokens, so no threshold separates them. Fit a window with calls of different sizes.`;
  return { code: 'one_threshold', need: 2, have: 1, text };
}

export function noSaving(cheap: string, dear: string): RoutingRefusal {
  const text = `No threshold saves money: the answers of ${cheap} do not cost less than those of ${dear}. Check which tier the rule names.`;
  return { code: 'no_saving', text };
}

export function noRoutingThresholdPassed(
  need: number,
  have: number,
  { rows, threshold }: { readonly rows: number; readonly threshold: number },
  limit: number,
): RoutingRefusal {
  const text = `Already the strictest threshold, ${threshold} input tokens, loses ${have} of ${rows} calls. At most ${need} may be lost to show a loss of at most ${limit}. Choose a better cheap tier, or raise the budget.`;
  return { code: 'no_threshold_passed', need, have, text };
}
