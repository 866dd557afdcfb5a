import { describe, expect, it } from 'vitest';
import { FROZEN_FLOORS, raiseKappaFloor } from '../../../../../domain/judges/validation/floors.ts';
import { DefectError } from '../../../../../domain/kernel/errors.ts';

describe('the floors', () => {
  it('are frozen at these values', () => {
    expect(FROZEN_FLOORS).toEqual({
      judge_validation_min_n: 50,
      iaa_overlap_min_n: 30,
      swap_set_min_pairs: 30,
      judge_kappa_floor: 0.5,
      gold_set_iaa_floor: 0.5,
      swap_flip_ceiling: 0.1,
    });
  });

  it('are raised for kappa alone, up to 1', () => {
    expect(raiseKappaFloor(0.7)).toEqual({ ...FROZEN_FLOORS, judge_kappa_floor: 0.7 });
    expect(raiseKappaFloor(0.5)).toEqual(FROZEN_FLOORS);
    expect(raiseKappaFloor(1).judge_kappa_floor).toBe(1);
  });

  it.each([0.49, 1.01, Number.NaN])('are never set to a kappa of %d', (minKappa) => {
    expect(() => raiseKappaFloor(minKappa)).toThrow(new DefectError(`A kappa of ${minKappa} is no floor for a judge.`));
  });
});
