import { describe, expect, it } from 'vitest';
import { findTunedRule } from '../../../../../domain/quality/routing-thresholds/find-tuned-rule.ts';
import { readRoutingFitTerms } from '../../../../../domain/quality/routing-thresholds/routing-fit-terms.ts';
import { ROUTING_BLOCK } from '../../../../../testing/quality/made-routing.ts';

const [simple, complex] = [
  { tier: 'simple', model: 'gpt-5-mini' },
  { tier: 'complex', model: 'claude-opus-5' },
];

describe('the rule of a fit', () => {
  const of = (block: typeof ROUTING_BLOCK, parameter: 'max_input_tokens' | 'min_input_tokens' | null = null) => {
    const found = findTunedRule(block, { rule_id: 'small', parameter });
    return 'refusal' in found ? found.refusal.code : found;
  };
  const rule = { id: 'small', tier: 'simple' };

  it('has the tier of a maximum as its cheap one, and that of a minimum as its dear one', () => {
    expect(of(ROUTING_BLOCK)).toEqual({
      ...{ ruleId: 'small', parameter: 'max_input_tokens', oldThreshold: 2_000 },
      ...{ cheap: simple, dear: complex, repeated: simple, served: complex },
    });
    const large = { ...ROUTING_BLOCK, rules: [{ id: 'small', tier: 'complex', min_input_tokens: 500 }] };
    expect(of({ ...large, default_tier: 'simple' })).toEqual({
      ...{ ruleId: 'small', parameter: 'min_input_tokens', oldThreshold: 500 },
      ...{ cheap: simple, dear: complex, repeated: complex, served: simple },
    });
  });

  it.each([
    ['no such rule', { ...ROUTING_BLOCK, rules: [] }, 'no_rule'],
    ['no block', {}, 'no_rule'],
    ['a rule without a bound', { ...ROUTING_BLOCK, rules: [rule] }, 'ambiguous_parameter'],
    [
      'a rule with two bounds',
      { ...ROUTING_BLOCK, rules: [{ ...rule, max_input_tokens: 9, min_input_tokens: 1 }] },
      'ambiguous_parameter',
    ],
    ['no default tier', { tiers: ROUTING_BLOCK.tiers ?? [], rules: ROUTING_BLOCK.rules ?? [] }, 'no_other_tier'],
    ['the same tier by default', { ...ROUTING_BLOCK, default_tier: 'simple' }, 'no_other_tier'],
  ])('is refused with %s', (_, block, code) => {
    expect(of(block)).toBe(code);
  });

  it('may get a bound that it does not have', () => {
    expect(of({ ...ROUTING_BLOCK, rules: [rule] }, 'max_input_tokens')).toMatchObject({ oldThreshold: null });
  });
});

describe('the options of a fit', () => {
  it('are the terms of a rule or of a parameter, with one goal', () => {
    expect(readRoutingFitTerms({ rule: 'small', quality_budget: 0.05 })).toEqual({
      ...{ rule_id: 'small', parameter: null, quality_budget: 0.05, target_frontier_pct: null, metric: null },
    });
    const param = 'routing.rules.a.max_input_tokens.min_input_tokens';
    expect(readRoutingFitTerms({ param, target_frontier_pct: 1, metric: 'tone' })).toEqual({
      ...{ rule_id: 'a.max_input_tokens', parameter: 'min_input_tokens', metric: 'tone' },
      ...{ quality_budget: null, target_frontier_pct: 1 },
    });
  });

  it.each([
    [{ quality_budget: 0.1 }, 'rule'],
    [{ rule: 'a', param: 'routing.rules.a.max_input_tokens', quality_budget: 0.1 }, 'rule'],
    [{ param: 'routing.rules.a.tier', quality_budget: 0.1 }, 'param'],
    [{ param: 'routing.rules..max_input_tokens', quality_budget: 0.1 }, 'param'],
    [{ rule: 'a' }, 'quality_budget'],
    [{ rule: 'a', quality_budget: 0.1, target_frontier_pct: 0.5 }, 'quality_budget'],
  ])('%j are refused', (stated, option) => {
    expect(readRoutingFitTerms(stated)).toMatchObject({ fault: { option } });
  });
});
