import { expect, it } from 'vitest';
import { sweepUnit } from '../../../../../domain/quality/calibration/sweep-unit.ts';

const UNIT = { metric: 'safety', segment: 'checkout', judgeSubject: '5c1f0a9be2d4' };

it('counts rows with at least each threshold, ties included, and excludes unpriced calls from the cost', () => {
  const rows = [
    { score: 0.9, agreed: true, calls: [10n] },
    { score: 0.9, agreed: false, calls: [20n, null] },
    { score: 0.5, agreed: true, calls: [] },
    { score: 0.5, agreed: false, calls: [3n] },
  ];
  expect(sweepUnit(UNIT, rows)).toEqual({
    ...UNIT,
    rows: 4,
    thresholds: [
      { threshold: 0.9, accepted: 2, errors: 1, costNanoUsd: 30n, unpricedCalls: 1 },
      { threshold: 0.5, accepted: 4, errors: 2, costNanoUsd: 33n, unpricedCalls: 1 },
    ],
  });
});

it('has no cost without a priced call, and no threshold without rows', () => {
  const unpriced = sweepUnit(UNIT, [{ score: 1, agreed: true, calls: [null] }]);
  expect(unpriced.thresholds).toEqual([{ threshold: 1, accepted: 1, errors: 0, costNanoUsd: null, unpricedCalls: 1 }]);
  expect(sweepUnit(UNIT, []).thresholds).toEqual([]);
});
