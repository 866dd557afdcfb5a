import { describe, expect, it } from 'vitest';
import type { CoverageEvidence } from '../../../../../domain/quality/coverage/coverage-evidence.ts';
import { requiredRows } from '../../../../../domain/quality/coverage/find-gap.ts';
import { findLicensingPredicate } from '../../../../../domain/quality/coverage/licensing-predicates.ts';
import { measureCoverage } from '../../../../../domain/quality/coverage/measure-coverage.ts';
import {
  makeCalibrationArtifact,
  makeCalibrationUnit,
  makeFailedUnit,
} from '../../../../../testing/quality/made-calibration.ts';

const TERMS = { minN: 50, tolerance: 0.1, tolerances: {}, confidence: 0.9 };
const EVERY = { metric: undefined, top: 10 };
const NOTHING: CoverageEvidence = { answered: [], judged: [], labelled: [] };

const EVIDENCE: CoverageEvidence = {
  answered: [
    { segment: 'checkout', answered: 1_000 },
    { segment: 'refunds', answered: 400 },
    { segment: '', answered: 40 },
  ],
  judged: [
    { metric: 'safety', segment: 'checkout', judged: 900, decided: 890, licensed: 800 },
    { metric: 'safety', segment: 'refunds', judged: 400, decided: 380, licensed: 0 },
  ],
  labelled: [{ metric: 'safety', segment: 'refunds', labelled: 77 }],
};
const ACTIVE = makeCalibrationArtifact({ units: [makeCalibrationUnit(), makeFailedUnit()] });

describe('a coverage', () => {
  it('is null without applicable rows, and never 0', () => {
    expect(measureCoverage(NOTHING, ACTIVE, EVERY, TERMS)).toEqual({
      overall: { applicable: 0, judged: 0, judgeRefusals: 0, licensed: 0, ratio: null },
      metrics: [{ metric: 'safety', applicable: 0, judged: 0, judgeRefusals: 0, licensed: 0, ratio: null }],
      uncovered: [],
      uncoveredSegments: 0,
    });
  });

  it('counts answered requests that no judge saw, and refusals of judges as neither errors nor passes', () => {
    const { overall, metrics } = measureCoverage(EVIDENCE, ACTIVE, EVERY, TERMS);
    const counts = { applicable: 1_440, judged: 1_300, judgeRefusals: 30, licensed: 800, ratio: 800 / 1_440 };
    expect(overall).toEqual(counts);
    expect(metrics).toEqual([{ metric: 'safety', ...counts }]);
  });

  it('has the largest uncovered segments first, each with its reason', () => {
    const { uncovered, uncoveredSegments } = measureCoverage(EVIDENCE, ACTIVE, EVERY, TERMS);
    expect(uncovered.map(({ segment, uncovered: rows, gap }) => [segment, rows, gap.code, gap.need, gap.have])).toEqual(
      [
        ['refunds', 400, 'error_above_tolerance', 5, 30],
        ['checkout', 200, 'not_judged', null, null],
        ['', 40, 'no_unit', 200, 0],
      ],
    );
    expect(uncoveredSegments).toBe(3);
    expect(measureCoverage(EVIDENCE, ACTIVE, { ...EVERY, top: 1 }, TERMS)).toMatchObject({
      uncovered: [{ segment: 'refunds' }],
      uncoveredSegments: 3,
    });
  });

  it('says that verdicts are not certain enough if every row was judged', () => {
    const [checkout] = EVIDENCE.judged;
    const judged = [{ ...checkout!, judged: 1_000 }];
    const { uncovered } = measureCoverage({ ...EVIDENCE, judged }, ACTIVE, EVERY, TERMS);
    expect(uncovered.find(({ segment }) => segment === 'checkout')?.gap).toMatchObject({ code: 'below_threshold' });
  });

  it('without an active calibration, names the labelled rows that a fit needs', () => {
    const { uncovered } = measureCoverage(EVIDENCE, undefined, EVERY, TERMS);
    expect(uncovered.map(({ gap }) => gap.code)).toEqual(Array(3).fill('no_active_calibration'));
    expect(uncovered[0]?.gap).toMatchObject({ need: 200, have: 77 });
    expect(uncovered[0]?.gap.text).toContain('about 200 labelled rows');
  });

  it('needs more labelled rows for a metric with a smaller tolerance', () => {
    const terms = { ...TERMS, confidence: 0.95, tolerances: { safety: 0.05 } };
    const { uncovered } = measureCoverage(EVIDENCE, undefined, EVERY, terms);
    expect(uncovered.map(({ gap }) => gap.need)).toEqual([236, 236, 236]);
  });

  it('of a metric counts this metric only', () => {
    const judged = [...EVIDENCE.judged, { metric: 'relevance', segment: '', judged: 4, decided: 4, licensed: 4 }];
    const { overall, metrics } = measureCoverage(
      { ...EVIDENCE, judged },
      ACTIVE,
      { ...EVERY, metric: 'relevance' },
      TERMS,
    );
    expect(metrics.map(({ metric }) => metric)).toEqual(['relevance']);
    expect(overall.licensed).toBe(4);
  });
});

describe('a unit needs', () => {
  it.each([
    // Four times the 59 rows that show 5 % at 95 % without an error: the floor of 50 could never pass.
    [{ minN: 50, tolerance: 0.05, tolerances: {}, confidence: 0.95 }, 236],
    [{ minN: 50, tolerance: 0.1, tolerances: { relevance: 0.05 }, confidence: 0.95 }, 200],
    [{ minN: 50, tolerance: 0.1, tolerances: { safety: 0.05 }, confidence: 0.95 }, 236],
    [{ minN: 80, tolerance: 0.1, tolerances: {}, confidence: 0.9 }, 320],
    [{ minN: 50, tolerance: 0.05, tolerances: {}, confidence: undefined }, 200],
    // One minus 0.9 is less than 0.1 in a double, with which one row would not show 90 %.
    [{ minN: 1, tolerance: 0.9, tolerances: {}, confidence: 0.9 }, 4],
  ])('%o: %d labelled rows', (terms, rows) => {
    expect(requiredRows('safety', terms)).toBe(rows);
  });
});

describe('the licensing predicate', () => {
  const subject = makeCalibrationUnit().judge_subject;
  it.each([
    ['no active calibration', undefined, new Set([subject]), 'no_active_calibration'],
    ['promoted judges', ACTIVE, new Set([subject]), 'b9_full'],
    ['a judge that is not promoted', ACTIVE, new Set<string>(), 'active_unit_gate_and_threshold'],
    ['unreadable records of judges', ACTIVE, undefined, 'active_unit_gate_and_threshold'],
  ] as const)('with %s', (_, artifact, promoted, expected) => {
    expect(findLicensingPredicate(artifact, promoted)).toBe(expected);
  });
});
