import { describe, expect, it } from 'vitest';
import { binomialAtMost } from '../../../../../domain/statistics/selective-risk/binomial-at-most.ts';
import { fitSelectiveRisk } from '../../../../../domain/statistics/selective-risk/fit-selective-risk.ts';

const fitted = { alpha: 0.05, confidence: '0.95', state: 'fitted' };
const refused = { alpha: 0.05, confidence: '0.95', state: 'refused' };

describe('a fit of selective risk', () => {
  it('accepts down to the lowest score at which people reject at most alpha', () => {
    const levels = [
      { score: 0.6, agreed: 30, disagreed: 20 },
      { score: 1, agreed: 100, disagreed: 0 },
      { score: 0.8, agreed: 79, disagreed: 1 },
    ];
    expect(fitSelectiveRisk(levels, 0.05, '0.95')).toEqual({
      ...fitted,
      rows: 230,
      minScore: 0.8,
      accepted: 180,
      disagreed: 1,
    });
  });

  it('accepts every verdict if all levels pass', () => {
    const levels = [
      { score: 1, agreed: 100, disagreed: 0 },
      { score: 0.6, agreed: 40, disagreed: 0 },
    ];
    expect(fitSelectiveRisk(levels, 0.05, '0.95')).toEqual({
      ...fitted,
      rows: 140,
      minScore: 0.6,
      accepted: 140,
      disagreed: 0,
    });
  });

  it('needs 59 rows to show a share of one in twenty: 58 are too few at any agreement', () => {
    expect(fitSelectiveRisk([{ score: 1, agreed: 58, disagreed: 0 }], 0.05, '0.95')).toEqual({
      ...refused,
      rows: 58,
      refusalCode: 'too_few_rows',
    });
    expect(fitSelectiveRisk([{ score: 1, agreed: 59, disagreed: 0 }], 0.05, '0.95')).toEqual({
      ...fitted,
      rows: 59,
      minScore: 1,
      accepted: 59,
      disagreed: 0,
    });
  });

  it('begins at a sufficient number of rows, and not with the few of highest confidence', () => {
    const levels = [
      { score: 1, agreed: 5, disagreed: 0 },
      { score: 0.8, agreed: 95, disagreed: 0 },
    ];
    expect(fitSelectiveRisk(levels, 0.05, '0.95')).toMatchObject({ minScore: 0.8, accepted: 100 });
  });

  it('stops at the first failing score, with any scores below it', () => {
    const levels = [
      { score: 1, agreed: 90, disagreed: 10 },
      { score: 0.8, agreed: 5_000, disagreed: 0 },
    ];
    expect(fitSelectiveRisk(levels, 0.05, '0.95')).toEqual({ ...refused, rows: 5_100, refusalCode: 'risk_too_high' });
  });

  it('is refused without rows', () => {
    expect(fitSelectiveRisk([], 0.05, '0.95')).toEqual({ ...refused, rows: 0, refusalCode: 'too_few_rows' });
  });

  it('accepts a true risk above alpha at most as often as the confidence permits', () => {
    const [sure, unsure] = [80, 40];
    for (const [riskOfSure, riskOfUnsure] of [
      [0.051, 0.3],
      [0.01, 0.14],
      [0.04, 0.08],
    ] as const) {
      let wrong = 0;
      for (let first = 0; first <= sure; first += 1) {
        for (let second = 0; second <= unsure; second += 1) {
          const levels = [
            { score: 1, agreed: sure - first, disagreed: first },
            { score: 0.6, agreed: unsure - second, disagreed: second },
          ];
          const fit = fitSelectiveRisk(levels, 0.05, '0.95');
          if (fit.state === 'refused') continue;
          const unsureAccepted = fit.accepted - sure;
          const risk = (sure * riskOfSure + unsureAccepted * riskOfUnsure) / fit.accepted;
          if (risk > 0.05) wrong += exactly(first, sure, riskOfSure) * exactly(second, unsure, riskOfUnsure);
        }
      }
      expect(wrong).toBeLessThanOrEqual(0.05);
      expect(wrong).toBeGreaterThan(0);
    }
  });
});

function exactly(events: number, count: number, probability: number): number {
  const below = events === 0 ? 0 : binomialAtMost(events - 1, count, probability);
  return binomialAtMost(events, count, probability) - below;
}
