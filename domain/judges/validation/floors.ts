import { DefectError } from '../../kernel/errors.ts';

/** What a judge has to reach before its verdicts count: three sizes, then three measures. */
export const FLOORS = [
  'JudgeValidationMinN',
  'IAAOverlapMinN',
  'SwapSetMinPairs',
  'JudgeKappaFloor',
  'GoldSetIAAFloor',
  'SwapFlipCeiling',
] as const;
export type Floor = (typeof FLOORS)[number];

/** The values that a validation held, as its record keeps them. */
export interface FloorValues {
  /** Rows that people labelled and the judge judged. */
  readonly judge_validation_min_n: number;
  /** Rows that two people or more labelled. */
  readonly iaa_overlap_min_n: number;
  /** Swap trials, where any were made. */
  readonly swap_set_min_pairs: number;
  /** Cohen's kappa of judge and people. */
  readonly judge_kappa_floor: number;
  /** Krippendorff's alpha of people among themselves. */
  readonly gold_set_iaa_floor: number;
  /** The largest share of swap trials in which the order decides. */
  readonly swap_flip_ceiling: number;
}

/** No configuration goes below them (decision 0105). */
export const FROZEN_FLOORS: FloorValues = {
  judge_validation_min_n: 50,
  iaa_overlap_min_n: 30,
  swap_set_min_pairs: 30,
  judge_kappa_floor: 0.5,
  gold_set_iaa_floor: 0.5,
  swap_flip_ceiling: 0.1,
};

/**
 * The frozen floors under a kappa that is asked for; no other floor can be raised.
 *
 * @param minKappa from the frozen floor to 1
 * @throws DefectError beyond these: a configuration with such a value is refused when it is read
 */
export function raiseKappaFloor(minKappa: number): FloorValues {
  if (!(minKappa >= FROZEN_FLOORS.judge_kappa_floor && minKappa <= 1))
    throw new DefectError(`A kappa of ${minKappa} is no floor for a judge.`);
  return { ...FROZEN_FLOORS, judge_kappa_floor: minKappa };
}
