import { describe, expect, it } from 'vitest';
import type { QualityBar } from '../../../../../domain/comparisons/bar/acceptance-rule.ts';
import { qualityClause } from '../../../../../domain/comparisons/bar/quality-clause.ts';
import { showableDifference, smallestMargin } from '../../../../../domain/comparisons/bar/showable-difference.ts';
import { CONFIDENCE_LEVELS, type Confidence } from '../../../../../domain/statistics/confidence.ts';
import { chooseCaseCount } from '../../../../../testing/choose-case-count.ts';

const BETTER: QualityBar = { kind: 'better' };
const notWorse = (margin: string): QualityBar => ({ kind: 'not_worse', margin });

/** The smallest lead over every table of this number of pairs, each evaluated separately. */
function smallestLead(quality: QualityBar, pairs: number, confidence: Confidence): number | undefined {
  const met: number[] = [];
  for (let onlyBaseline = 0; onlyBaseline <= pairs; onlyBaseline += 1)
    for (let onlyCandidate = 0; onlyBaseline + onlyCandidate <= pairs; onlyCandidate += 1) {
      const table = { both: 0, onlyBaseline, onlyCandidate, neither: pairs - onlyBaseline - onlyCandidate };
      if (qualityClause(quality, table, confidence).state === 'met') met.push(onlyCandidate - onlyBaseline);
    }
  return met.length === 0 ? undefined : Math.min(...met);
}

describe('the smallest difference that a sample can show', () => {
  const sizes = [0, 1, 2, 3, 4, 5, 7, 10, 13, 20, chooseCaseCount(31, 50)];
  const bars = [BETTER, notWorse('0.01'), notWorse('0.1'), notWorse('0.25'), notWorse('0.9')];

  it.each(bars.flatMap((quality) => CONFIDENCE_LEVELS.map((confidence) => ({ quality, confidence }))))(
    'is the smallest over every table: $quality at $confidence',
    ({ quality, confidence }) => {
      for (const pairs of sizes) {
        const smallest = smallestLead(quality, pairs, confidence);
        expect(showableDifference(quality, pairs, confidence)?.leadInCases).toBe(smallest);
      }
    },
  );

  it.each([
    // The probability of five of five by chance is one in 32.
    [BETTER, 50, '0.95', { leadInCases: 5, lead: '0.1' }],
    [BETTER, 5, '0.95', { leadInCases: 5, lead: '1' }],
    [BETTER, 4, '0.95', undefined],
    [BETTER, 1_319, '0.99', { leadInCases: 7, lead: '0.005307' }],
    [BETTER, 0, '0.80', undefined],
    [notWorse('0.1'), 50, '0.95', { leadInCases: -1, lead: '-0.02' }],
    [notWorse('0.06'), 50, '0.95', { leadInCases: 0, lead: '0' }],
    [notWorse('0.05'), 50, '0.95', { leadInCases: 1, lead: '0.02' }],
    [notWorse('0.05'), 1_319, '0.95', { leadInCases: -52, lead: '-0.039424' }],
    [notWorse('0.9'), 0, '0.80', undefined],
  ] as const)('%j over %i cases at %s', (quality, pairs, confidence, showable) => {
    expect(showableDifference(quality, pairs, confidence)).toEqual(showable);
  });
});

describe('the smallest margin that a sample can show', () => {
  it.each([
    [0, '1'],
    [2, '0.57497'],
    [50, '0.051334'],
    [1_319, '0.002048'],
  ])('of %i agreeing cases is %s at 95 %%', (pairs, margin) => {
    expect(smallestMargin(pairs, '0.95')).toBe(margin);
  });

  it('is shown, and the next smaller millionth is not', () => {
    for (const confidence of CONFIDENCE_LEVELS)
      for (let pairs = 1; pairs <= 50; pairs += 1) {
        const margin = smallestMargin(pairs, confidence);
        const below = (Number(margin) - 1e-6).toFixed(6);
        const agreeing = { both: pairs, onlyBaseline: 0, onlyCandidate: 0, neither: 0 };
        expect(qualityClause(notWorse(margin), agreeing, confidence).state).toBe('met');
        expect(qualityClause(notWorse(below), agreeing, confidence).state).toBe('open');
      }
  });
});
