import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptanceRule } from '../../../../../domain/comparisons/bar/acceptance-rule.ts';
import { CLAUSE_STATES } from '../../../../../domain/comparisons/bar/clause.ts';
import { DECISION_OUTCOMES, type DecisionOutcome } from '../../../../../domain/comparisons/bar/decision-sets.ts';
import { evaluateBar, type Evidence } from '../../../../../domain/comparisons/bar/evaluate-bar.ts';
import { CONFIDENCE_LEVELS, NORMAL_QUANTILES } from '../../../../../domain/statistics/confidence.ts';
import { scoreInterval } from '../../../../../domain/statistics/score-interval.ts';
import type { PairedTable } from '../../../../../domain/statistics/paired-table.ts';
import { chooseCaseCount } from '../../../../../testing/choose-case-count.ts';

const RULE: AcceptanceRule = { confidence: '0.95', toleratedUnknowns: 0, criticalCasesMustPass: false };
const COSTS = { state: 'present', cases: 50, baselineNanoUsd: 300n, candidateNanoUsd: 100n } as const;
const EVIDENCE: Evidence = {
  table: { both: 40, onlyBaseline: 1, onlyCandidate: 9, neither: 0 },
  unknownPairs: 0,
  criticalCases: { passed: 0, failed: 0, unknown: 0 },
  costs: COSTS,
};
const table = (onlyBaseline: number, onlyCandidate: number, same: number): PairedTable => ({
  both: same,
  onlyBaseline,
  onlyCandidate,
  neither: 0,
});
const judge = (rule: Partial<AcceptanceRule>, evidence: Partial<Evidence>) =>
  evaluateBar({ ...RULE, ...rule }, { ...EVIDENCE, ...evidence });

describe('the clause *better*', () => {
  const better = (seen: PairedTable) => judge({ quality: { kind: 'better' } }, { table: seen }).clauses[0];

  it('is met if chance gives the result in at most one of twenty cases', () => {
    expect(better(table(1, 9, 40))).toEqual({
      clause: 'better',
      state: 'met',
      test: 'exact_mcnemar_one_sided',
      // (1 + 10) / 2^10 and (2^10 - 1) / 2^10
      pValue: '0.0107421875',
      pValueOfBaseline: '0.9990234375',
      allowedError: '0.05',
    });
  });

  it('is contradicted if the baseline is better by the same test', () => {
    expect(better(table(9, 1, 40))).toMatchObject({ state: 'contradicted', pValueOfBaseline: '0.0107421875' });
  });

  it.each([
    [table(0, 5, 0), 'met'],
    [table(0, 4, 0), 'open'],
    [table(4, 0, 0), 'open'],
    [table(5, 0, 0), 'contradicted'],
    [table(3, 3, 44), 'open'],
    [table(0, 0, 50), 'open'],
    [table(0, 0, 0), 'open'],
  ])('of %j is %s', (seen, state) => {
    expect(better(seen)).toMatchObject({ state });
  });

  it('is met at a lower confidence by more frequent results of chance', () => {
    const at80 = (seen: PairedTable) => judge({ confidence: '0.80', quality: { kind: 'better' } }, { table: seen });
    expect(at80(table(0, 3, 0)).clauses[0]).toMatchObject({ state: 'met', pValue: '0.125', allowedError: '0.2' });
    expect(at80(table(0, 2, 0)).clauses[0]).toMatchObject({ state: 'open', pValue: '0.25', allowedError: '0.2' });
  });
});

describe('the clause *not worse by more than a margin*', () => {
  const notWorse = (margin: string, seen: PairedTable) =>
    judge({ quality: { kind: 'not_worse', margin } }, { table: seen }).clauses[0];

  it('is met if the lower bound is beyond the margin', () => {
    expect(notWorse('0.06', table(0, 0, 50))).toEqual({
      clause: 'not_worse',
      state: 'met',
      test: 'tango_score_bounds_one_sided',
      margin: '0.06',
      lowerBound: '-0.051333',
      upperBound: '0.051333',
    });
  });

  it('is decided by Tango’s contact lenses as in the paper: 0.1 is shown, and 0.09 is not', () => {
    // Tango 1998, section 6.1: lower bound -0.096 at one-sided 95 %.
    expect(notWorse('0.1', table(1, 0, 43))).toMatchObject({ state: 'met', lowerBound: '-0.095662' });
    expect(notWorse('0.09', table(1, 0, 43))).toMatchObject({ state: 'open', lowerBound: '-0.095662' });
  });

  it('is open if a bound is on the margin', () => {
    const { lower } = scoreInterval(table(3, 1, 46), NORMAL_QUANTILES['0.95'].oneSided);
    expect(notWorse(String(-lower), table(3, 1, 46))).toMatchObject({ state: 'open' });
    const { upper } = scoreInterval(table(30, 1, 19), NORMAL_QUANTILES['0.95'].oneSided);
    expect(notWorse(String(-upper), table(30, 1, 19))).toMatchObject({ state: 'open' });
  });

  it.each([
    ['0.05', table(0, 0, 50), 'open'],
    ['0.1', table(20, 0, 30), 'contradicted'],
    ['0.1', table(9, 1, 40), 'open'],
    ['0.3', table(50, 0, 0), 'contradicted'],
    ['0.01', table(0, 50, 0), 'met'],
    ['0.01', table(0, 0, 1_319), 'met'],
    ['0.5', table(0, 0, 0), 'open'],
  ])('with a margin of %s and %j is %s', (margin, seen, state) => {
    expect(notWorse(margin, seen)).toMatchObject({ state });
  });
});

describe('the clause of unknowns', () => {
  it.each([
    [2, 2, 'met'],
    [3, 2, 'open'],
    [0, 0, 'met'],
  ] as const)('with %i where %i are tolerated is %s', (unknownPairs, toleratedUnknowns, state) => {
    expect(judge({ toleratedUnknowns }, { unknownPairs }).clauses).toEqual([
      { clause: 'unknowns', state, unknown: unknownPairs, tolerated: toleratedUnknowns },
    ]);
  });
});

describe('the clause of critical cases', () => {
  it.each([
    [{ passed: 3, failed: 0, unknown: 0 }, 'met'],
    [{ passed: 3, failed: 1, unknown: 0 }, 'contradicted'],
    [{ passed: 3, failed: 1, unknown: 1 }, 'contradicted'],
    [{ passed: 3, failed: 0, unknown: 1 }, 'open'],
    [{ passed: 0, failed: 0, unknown: 1 }, 'open'],
    [{ passed: 0, failed: 0, unknown: 0 }, 'open'],
  ])('of %j is %s', (criticalCases, state) => {
    expect(judge({ criticalCasesMustPass: true }, { criticalCases }).clauses[1]).toEqual({
      clause: 'critical_cases',
      state,
      ...criticalCases,
    });
  });
});

describe('the clause of cost', () => {
  const costs = (highestCostRatio: string, seen: Evidence['costs']) =>
    judge({ highestCostRatio }, { costs: seen }).clauses[1];

  it('is decided without rounding', () => {
    expect(costs('0.333333333333', COSTS)).toEqual({
      clause: 'cost_ratio',
      state: 'contradicted',
      highest: '0.333333333333',
      ratio: { state: 'present', number: '0.333333333333' },
    });
    expect(costs('0.333333333334', COSTS)).toMatchObject({ state: 'met' });
    expect(costs('0.5', { ...COSTS, candidateNanoUsd: 150n })).toMatchObject({ state: 'met' });
    expect(costs('0.5', { ...COSTS, candidateNanoUsd: 151n })).toMatchObject({ state: 'contradicted' });
  });

  it('is open if the ratio is absent', () => {
    expect(costs('0.8', { state: 'absent', reason: 'denominator_zero' })).toEqual({
      clause: 'cost_ratio',
      state: 'open',
      highest: '0.8',
      ratio: { state: 'absent', reason: 'denominator_zero' },
    });
  });

  it('throws for a rule that was never declared', () => {
    expect(() => costs('cheap', COSTS)).toThrow('The highest cost ratio of a declared rule is no number: cheap');
  });
});

describe('the outcome', () => {
  const WHOLE: AcceptanceRule = {
    confidence: '0.95',
    quality: { kind: 'better' },
    toleratedUnknowns: 0,
    criticalCasesMustPass: true,
    highestCostRatio: '0.8',
  };
  const GOOD: Evidence = { ...EVIDENCE, criticalCases: { passed: 2, failed: 0, unknown: 0 } };

  it.each<[string, Partial<Evidence>, DecisionOutcome]>([
    ['every clause met', {}, 'meets_bar'],
    ['one clause open', { unknownPairs: 1 }, 'not_enough_evidence'],
    ['quality contradicted', { table: table(9, 1, 40) }, 'does_not_meet_bar'],
    ['a critical case failed', { criticalCases: { passed: 1, failed: 1, unknown: 0 } }, 'does_not_meet_bar'],
    ['one contradicted, one open', { table: table(9, 1, 40), unknownPairs: 1 }, 'does_not_meet_bar'],
    ['cost absent', { costs: { state: 'absent', reason: 'unpriced_population' } }, 'not_enough_evidence'],
  ])('with %s', (_, evidence, outcome) => {
    const evaluation = evaluateBar(WHOLE, { ...GOOD, ...evidence });
    expect(evaluation.outcome).toBe(outcome);
    expect(evaluation.confidence).toBe('0.95');
    expect(evaluation.clauses.map(({ clause }) => clause)).toEqual([
      'better',
      'unknowns',
      'critical_cases',
      'cost_ratio',
    ]);
  });

  it('is one of three', () => {
    expect(DECISION_OUTCOMES).toEqual(['meets_bar', 'does_not_meet_bar', 'not_enough_evidence']);
    expect(CLAUSE_STATES).toEqual(['met', 'contradicted', 'open']);
  });

  const quality = fc.oneof(
    fc.constant({ kind: 'better' } as const),
    fc.integer({ min: 1, max: 99 }).map((hundredths) => {
      const margin = `0.${String(hundredths).padStart(2, '0')}`;
      return { kind: 'not_worse', margin } as const;
    }),
  );
  const rules = fc.record<AcceptanceRule>({
    confidence: fc.constantFrom(...CONFIDENCE_LEVELS),
    quality: fc.option(quality, { nil: undefined }),
    toleratedUnknowns: fc.nat({ max: 50 }),
    criticalCasesMustPass: fc.boolean(),
    highestCostRatio: fc.option(fc.constantFrom('0.1', '0.8', '1', '3'), { nil: undefined }),
  });
  const count = fc.nat({ max: 30 });
  const nanos = fc.bigInt({ min: 1n, max: 1_000n });
  const evidences = fc.record<Evidence>({
    table: fc.record({ both: count, onlyBaseline: count, onlyCandidate: count, neither: count }),
    unknownPairs: count,
    criticalCases: fc.record({ passed: count, failed: count, unknown: count }),
    costs: fc.oneof(
      fc.record({
        state: fc.constant('present' as const),
        cases: count,
        baselineNanoUsd: nanos,
        candidateNanoUsd: nanos,
      }),
      fc.constant({ state: 'absent', reason: 'no_comparable_cases' } as const),
    ),
  });
  const RANK = { does_not_meet_bar: 0, not_enough_evidence: 1, meets_bar: 2 } as const;

  it('exists for any result of a run, and follows from its clauses', () => {
    fc.assert(
      fc.property(rules, evidences, (rule, evidence) => {
        const { outcome, clauses } = evaluateBar(rule, evidence);
        const states = new Set<string>(clauses.map(({ state }) => state));
        expect(outcome === 'does_not_meet_bar').toBe(states.has('contradicted'));
        expect(outcome === 'meets_bar').toBe(states.size === 1 && states.has('met'));
      }),
      { numRuns: chooseCaseCount(300, 5_000) },
    );
  });

  it('never gets worse if one more answer of the candidate passes', () => {
    fc.assert(
      fc.property(rules, evidences, fc.constantFrom('onlyBaseline', 'neither'), (rule, evidence, failed) => {
        fc.pre(evidence.table[failed] > 0);
        const passed = failed === 'onlyBaseline' ? 'both' : 'onlyCandidate';
        const { table: seen } = evidence;
        const mended = { ...seen, [failed]: seen[failed] - 1, [passed]: seen[passed] + 1 };
        const [before, after] = [seen, mended].map((each) => evaluateBar(rule, { ...evidence, table: each }).outcome);
        expect(RANK[after!]).toBeGreaterThanOrEqual(RANK[before!]);
      }),
      { numRuns: chooseCaseCount(500, 10_000) },
    );
  });

  it('never gets better if a pair in favour of the candidate becomes unknown', () => {
    fc.assert(
      fc.property(rules, evidences, (rule, evidence) => {
        fc.pre(evidence.table.onlyCandidate > 0);
        const { table: seen, unknownPairs } = evidence;
        const lost = {
          ...evidence,
          table: { ...seen, onlyCandidate: seen.onlyCandidate - 1 },
          unknownPairs: unknownPairs + 1,
        };
        expect(RANK[evaluateBar(rule, lost).outcome]).toBeLessThanOrEqual(RANK[evaluateBar(rule, evidence).outcome]);
      }),
      { numRuns: chooseCaseCount(500, 10_000) },
    );
  });
});
