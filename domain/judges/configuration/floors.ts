import { DefectError } from '../../kernel/errors.ts';

/**
 * The floors that a judge must reach before its verdicts count: three sizes, then three measures. Documents of this
 * epoch know no others.
 */
export const FLOORS = [
  'JudgeValidationMinN',
  'IAAOverlapMinN',
  'SwapSetMinPairs',
  'JudgeKappaFloor',
  'GoldSetIAAFloor',
  'SwapFlipCeiling',
] as const;

/** The floor of what it answers, which came after the others. */
export const COVERAGE_FLOOR = 'JudgeCoverageFloor';

export type Floor = (typeof FLOORS)[number] | typeof COVERAGE_FLOOR;

/** The values that a validation held, as its record keeps them. */
export interface FloorValues {
  /** Rows that people labelled and the judge judged. */
  readonly judge_validation_min_n: number;
  /** Rows that two people or more labelled. */
  readonly iaa_overlap_min_n: number;
  /** Swap trials, where any were made. */
  readonly swap_set_min_pairs: number;
  /** The share of labelled rows that the judge passed or failed, of those that it was asked about. */
  readonly judge_coverage_floor: number;
  /** Cohen's kappa of judge and people. */
  readonly judge_kappa_floor: number;
  /** Krippendorff's alpha of people among themselves. */
  readonly gold_set_iaa_floor: number;
  /** The largest share of swap trials in which the order decides. */
  readonly swap_flip_ceiling: number;
}

/** No configuration goes below them (decisions 0105 and 0230). */
export const FROZEN_FLOORS: FloorValues = {
  judge_validation_min_n: 50,
  iaa_overlap_min_n: 30,
  swap_set_min_pairs: 30,
  judge_coverage_floor: 0.8,
  judge_kappa_floor: 0.5,
  gold_set_iaa_floor: 0.5,
  swap_flip_ceiling: 0.1,
};

/** Floors that a configuration may raise, from their frozen value to 1. */
export interface RaisedFloors {
  readonly minKappa: number;
  readonly minCoverage: number;
}

/**
 * The frozen floors, two of them raised to what is asked for.
 *
 * @throws DefectError beyond the frozen value and 1: a configuration with such a value is refused when it is read
 */
export function raiseFloors({ minKappa, minCoverage }: RaisedFloors): FloorValues {
  const { judge_kappa_floor: minAllowedKappa, judge_coverage_floor: minAllowedCoverage } = FROZEN_FLOORS;
  if (!(minKappa >= minAllowedKappa && minKappa <= 1))
    throw new DefectError(`A kappa of ${minKappa} is no floor for a judge.`);
  if (!(minCoverage >= minAllowedCoverage && minCoverage <= 1))
    throw new DefectError(`A coverage of ${minCoverage} is no floor for a judge.`);
  return { ...FROZEN_FLOORS, judge_kappa_floor: minKappa, judge_coverage_floor: minCoverage };
}
