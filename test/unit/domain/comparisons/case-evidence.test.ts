import { describe, expect, it } from 'vitest';
import { countOutcomes, collectRunEvidence, armOutcome } from '../../../../domain/comparisons/case-evidence.ts';
import { pairCount } from '../../../../domain/statistics/paired-table.ts';
import type { VerdictOutcome } from '../../../../domain/comparisons/verdict.ts';
import { makeCaseEvidence, makeCell, makeVerdict } from '../../../../testing/comparisons/evidence.ts';

const answered = (outcome: VerdictOutcome | undefined, nanoUsd = 1n) => ({
  cell: makeCell({ cost: { state: 'priced', nanoUsd } }),
  verdict: outcome === undefined ? undefined : makeVerdict(outcome),
});
const pair = (baseline: VerdictOutcome | undefined, candidate: VerdictOutcome | undefined, critical = false) =>
  makeCaseEvidence('a', { critical, baseline: answered(baseline, 10n), candidate: answered(candidate, 3n) });

describe('the evidence of a run', () => {
  it('has the known pairs, the unknown cases, critical cases and costs', () => {
    const evidence = collectRunEvidence([
      pair('pass', 'pass', true),
      pair('pass', 'pass'),
      pair('pass', 'pass'),
      pair('pass', 'pass'),
      pair('pass', 'fail', true),
      pair('pass', 'fail'),
      pair('fail', 'pass'),
      pair('fail', 'fail'),
      pair('fail', 'fail'),
      pair('fail', 'fail'),
      pair('unknown', 'pass', true),
      pair('pass', 'unknown', true),
      pair('fail', undefined, true),
      pair(undefined, 'fail'),
      pair('unknown', 'unknown'),
    ]);
    expect(evidence).toEqual({
      table: { both: 4, onlyBaseline: 2, onlyCandidate: 1, neither: 3 },
      unknownPairs: 5,
      criticalCases: { passed: 2, failed: 1, unknown: 2 },
      costs: { state: 'present', cases: 15, baselineNanoUsd: 150n, candidateNanoUsd: 45n },
    });
    expect(pairCount(evidence.table)).toBe(10);
  });

  it('of no case is empty', () => {
    expect(collectRunEvidence([])).toEqual({
      table: { both: 0, onlyBaseline: 0, onlyCandidate: 0, neither: 0 },
      unknownPairs: 0,
      criticalCases: { passed: 0, failed: 0, unknown: 0 },
      costs: { state: 'absent', reason: 'no_comparable_cases' },
    });
  });

  it('has no verdict for an answer without one', () => {
    expect(armOutcome(answered(undefined))).toBe('unknown');
    expect(armOutcome(answered('fail'))).toBe('fail');
    expect(countOutcomes([answered('pass'), answered(undefined), answered('fail'), answered('unknown')])).toEqual({
      passed: 1,
      failed: 1,
      unknown: 2,
    });
  });
});
