import { describe, expect, it } from 'vitest';
import { hopelessClauses } from '../../../../../domain/comparisons/bar/hopeless-clauses.ts';

const RULE = { confidence: '0.95', toleratedUnknowns: 0, criticalCasesMustPass: false } as const;
const PLANNED = { cases: 5, criticalCases: 1, isPriced: true };
const BETTER = { kind: 'better' } as const;

describe('the clauses that no run can meet', () => {
  it('are empty if the sample is large enough, with critical cases and prices', () => {
    const whole = { ...RULE, quality: BETTER, criticalCasesMustPass: true, highestCostRatio: '0.8' };
    expect(hopelessClauses(whole, PLANNED)).toEqual([]);
    expect(hopelessClauses(whole, { cases: 4, criticalCases: 0, isPriced: false })).toEqual([
      'better',
      'critical_cases',
      'cost_ratio',
    ]);
  });

  it('include only clauses of the rule', () => {
    expect(hopelessClauses(RULE, { cases: 2, criticalCases: 0, isPriced: false })).toEqual([]);
  });

  it.each([
    [2, ['not_worse']],
    [50, []],
  ])('of a millionth over %i cases are %j', (cases, hopeless) => {
    const quality = { kind: 'not_worse', margin: '0.000001' } as const;
    expect(hopelessClauses({ ...RULE, quality }, { ...PLANNED, cases })).toEqual(hopeless);
  });
});
