import type { RoutingBlock } from '../../gateway/routing/routing-block.ts';
import { ROUTING_PARAMETERS, type RoutingParameter } from '../../gateway/routing/tune-rule.ts';
import type { FitRefusal } from '../calibration/lifecycle.ts';
import type { FittedTier } from './routing-artifact.ts';
import type { RoutingFitTerms } from './routing-fit-terms.ts';
import { ambiguousParameter, noOtherTier, noRule } from './routing-refusals.ts';

/** The rule of a fit, with the tiers that it chooses between. */
export interface TunedRule {
  readonly ruleId: string;
  readonly parameter: RoutingParameter;
  /** Null if the rule has no such bound. */
  readonly oldThreshold: number | null;
  /** The tier of calls with few input tokens, and that of the others. */
  readonly cheap: FittedTier;
  readonly dear: FittedTier;
  /** The tier of the rule, which shadow calls use, and the default tier, which answers other calls. */
  readonly repeated: FittedTier;
  readonly served: FittedTier;
}

/**
 * The rule of a fit in a routing block; or the reason why it cannot be tuned. With a maximum, the tier of the rule
 * answers the small calls; with a minimum, the default tier does.
 */
export function findTunedRule(
  { tiers = [], rules = [], default_tier: byDefault }: RoutingBlock,
  { rule_id: ruleId, parameter: stated }: Pick<RoutingFitTerms, 'rule_id' | 'parameter'>,
): TunedRule | { readonly refusal: FitRefusal } {
  const rule = rules.find(({ id }) => id === ruleId);
  if (rule === undefined)
    return {
      refusal: noRule(
        ruleId,
        rules.map(({ id }) => id),
      ),
    };
  const bounds = ROUTING_PARAMETERS.filter((name) => rule[name] !== undefined);
  const parameter = stated ?? (bounds.length === 1 ? bounds[0] : undefined);
  if (parameter === undefined) return { refusal: ambiguousParameter(ruleId, bounds.length) };
  const tierOf = (name: string | undefined): FittedTier | undefined => {
    const found = tiers.find((tier) => tier.name === name);
    return found && { tier: found.name, model: found.model };
  };
  const [repeated, served] = [tierOf(rule.tier), tierOf(byDefault)];
  if (repeated === undefined || served === undefined || repeated.model === served.model)
    return { refusal: noOtherTier(ruleId) };
  const [cheap, dear] = parameter === 'max_input_tokens' ? [repeated, served] : [served, repeated];
  return { ruleId, parameter, oldThreshold: rule[parameter] ?? null, cheap, dear, repeated, served };
}
