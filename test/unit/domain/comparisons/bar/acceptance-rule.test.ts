import { describe, expect, it } from 'vitest';
import { acceptanceRuleFault, type AcceptanceRule } from '../../../../../domain/comparisons/bar/acceptance-rule.ts';

const NOTHING: AcceptanceRule = { confidence: '0.95', toleratedUnknowns: 2, criticalCasesMustPass: false };
const MARGIN = {
  pointer: '/quality/margin',
  detail: 'The margin must be a decimal above 0 and below 1, such as 0.05.',
};
const RATIO = { pointer: '/highest_cost_ratio', detail: 'The ratio must be a decimal above 0, such as 0.8.' };

describe('an acceptance rule', () => {
  it.each<Partial<AcceptanceRule>>([
    { quality: { kind: 'better' } },
    { quality: { kind: 'not_worse', margin: '0.05' } },
    { quality: { kind: 'not_worse', margin: '0.999999' } },
    { criticalCasesMustPass: true },
    { highestCostRatio: '0.8' },
    { highestCostRatio: '2' },
  ])('is valid with only %j', (part) => {
    expect(acceptanceRuleFault({ ...NOTHING, ...part })).toBeUndefined();
  });

  it('without a requirement is invalid', () => {
    expect(acceptanceRuleFault(NOTHING)).toEqual({
      pointer: '',
      detail:
        'The rule requires nothing of the candidate. Set `quality`, `critical_cases_must_pass` or `highest_cost_ratio`.',
    });
  });

  it.each(['0', '-0.1', '1', '1.5', '5 %', ''])('cannot have a margin of %j', (margin) => {
    expect(acceptanceRuleFault({ ...NOTHING, quality: { kind: 'not_worse', margin } })).toEqual(MARGIN);
  });

  it.each(['0', '0.0', '-1', 'half', ''])('cannot have a highest cost ratio of %j', (highestCostRatio) => {
    expect(acceptanceRuleFault({ ...NOTHING, highestCostRatio })).toEqual(RATIO);
  });
});
