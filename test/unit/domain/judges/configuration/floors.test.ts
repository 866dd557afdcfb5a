import { describe, expect, it } from 'vitest';
import { FROZEN_FLOORS, raiseFloors } from '../../../../../domain/judges/configuration/floors.ts';
import { DefectError } from '../../../../../domain/kernel/errors.ts';

describe('the floors', () => {
  it('are fixed at these values', () => {
    expect(FROZEN_FLOORS).toEqual({
      judge_validation_min_n: 50,
      iaa_overlap_min_n: 30,
      swap_set_min_pairs: 30,
      judge_coverage_floor: 0.8,
      judge_kappa_floor: 0.5,
      gold_set_iaa_floor: 0.5,
      swap_flip_ceiling: 0.1,
    });
  });

  it('can be raised only for kappa and coverage, up to 1', () => {
    expect(raiseFloors({ minKappa: 0.7, minCoverage: 0.9 })).toEqual({
      ...FROZEN_FLOORS,
      judge_kappa_floor: 0.7,
      judge_coverage_floor: 0.9,
    });
    expect(raiseFloors({ minKappa: 0.5, minCoverage: 0.8 })).toEqual(FROZEN_FLOORS);
    expect(raiseFloors({ minKappa: 1, minCoverage: 1 })).toMatchObject({
      judge_kappa_floor: 1,
      judge_coverage_floor: 1,
    });
  });

  it.each([0.49, 1.01, Number.NaN])('cannot be set to a kappa of %d', (minKappa) => {
    expect(() => raiseFloors({ minKappa, minCoverage: 0.8 })).toThrow(
      new DefectError(`A kappa of ${minKappa} is no floor for a judge.`),
    );
  });

  it.each([0.79, 1.01, Number.NaN])('cannot be set to a coverage of %d', (minCoverage) => {
    expect(() => raiseFloors({ minKappa: 0.5, minCoverage })).toThrow(
      new DefectError(`A coverage of ${minCoverage} is no floor for a judge.`),
    );
  });
});
