import { expect, it } from 'vitest';
import { compareThresholds } from '../../../../../domain/quality/calibration/compare-thresholds.ts';
import { makeCalibrationUnit, makeFailedUnit } from '../../../../../testing/quality/made-calibration.ts';

const unit = (metric: string, threshold: number) => makeCalibrationUnit({ metric, threshold, segment: 'refunds' });

it('compares the units that serve, and omits those that serve in neither artifact', () => {
  const next = [unit('a', 0.9), unit('b', 0.7), unit('c', 0.5), unit('d', 0.5), makeFailedUnit({ metric: 'e' })];
  const active = [unit('b', 0.6), unit('c', 0.6), unit('d', 0.5), unit('e', 0.8), makeFailedUnit({ metric: 'f' })];
  const found = compareThresholds(next, active);
  expect(found.map((one) => [one.metric, one.change, one.threshold, one.active_threshold])).toEqual([
    ['a', 'added', 0.9, null],
    ['b', 'raised', 0.7, 0.6],
    ['c', 'lowered', 0.5, 0.6],
    ['d', 'same', 0.5, 0.5],
    ['e', 'removed', null, 0.8],
  ]);
});
