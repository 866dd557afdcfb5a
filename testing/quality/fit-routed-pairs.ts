import { findTunedRule, type TunedRule } from '../../domain/quality/routing-thresholds/find-tuned-rule.ts';
import {
  fitRouting,
  type RoutingFitInput,
  type RoutingOutcome,
} from '../../domain/quality/routing-thresholds/fit-routing.ts';
import type { RoutedPair } from '../../domain/quality/routing-thresholds/routed-pair.ts';
import { ROUTING_BLOCK } from './made-routing.ts';

/** The rule of the made block, tuned by a bound. */
export function tunedRule(parameter: TunedRule['parameter'] = 'max_input_tokens'): TunedRule {
  const rule = findTunedRule(ROUTING_BLOCK, { rule_id: 'small', parameter });
  if ('refusal' in rule) throw new Error(rule.refusal.text);
  return rule;
}

/** The result of a fit over pairs, at the confidence 0.9 and a budget of 5 % unless the terms say otherwise. */
export function fitRoutedPairs(pairs: readonly RoutedPair[], change: Partial<RoutingFitInput> = {}): RoutingOutcome {
  return fitRouting({
    workspaceId: 't_1',
    fingerprint: 'sha256:block',
    rule: tunedRule(),
    terms: { quality_budget: 0.05, target_frontier_pct: null },
    confidence: 0.9,
    minLabeled: 50,
    tolerance: 0.1,
    labelled: {
      metric: 'safety',
      pairs,
      census: { pairs: pairs.length, labelled: pairs.length, by_people: 2 * pairs.length, by_judges: 0 },
      judgeTolerance: null,
    },
    isCapped: false,
    arrivalHighWater: '7',
    ...change,
  });
}
