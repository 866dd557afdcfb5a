import { DefectError } from '../../kernel/errors.ts';

/**
 * The floors that a judge must reach before its verdicts count: three sizes, then three measures. Documents of this
 * epoch contain no others.
 */
export const FLOORS = [
  'JudgeValidationMinN',
  'IAAOverlapMinN',
  'SwapSetMinPairs',
  'JudgeKappaFloor',
  'GoldSetIAAFloor',
  'SwapFlipCeiling',
] as const;

/** The floor of coverage, which is newer than the others. */
export const COVERAGE_FLOOR = 'JudgeCoverageFloor';

export type Floor = (typeof FLOORS)[number] | typeof COVERAGE_FLOOR;

/** The values of the floors, as the record of a validation stores them. */
export interface FloorValues {
  /** The minimum number of rows that people labelled and the judge judged. */
  readonly judge_validation_min_n: number;
  /** The minimum number of rows that at least two people labelled. */
  readonly iaa_overlap_min_n: number;
  /** The minimum number of swap trials, if there are any. */
  readonly swap_set_min_pairs: number;
  /** The minimum coverage: the share of the labelled rows sent to the judge that it passed or failed. */
  readonly judge_coverage_floor: number;
  /** The minimum Cohen's kappa between judge and people. */
  readonly judge_kappa_floor: number;
  /** The minimum Krippendorff's alpha among people. */
  readonly gold_set_iaa_floor: number;
  /** The maximum share of swap trials in which the order decides the winner. */
  readonly swap_flip_ceiling: number;
}

/** The frozen values of the floors. No configuration can weaken them (decisions 0105 and 0230). */
export const FROZEN_FLOORS: FloorValues = {
  judge_validation_min_n: 50,
  iaa_overlap_min_n: 30,
  swap_set_min_pairs: 30,
  judge_coverage_floor: 0.8,
  judge_kappa_floor: 0.5,
  gold_set_iaa_floor: 0.5,
  swap_flip_ceiling: 0.1,
};

/** The floors that a configuration may raise, from the frozen value up to 1. */
export interface RaisedFloors {
  readonly minKappa: number;
  readonly minCoverage: number;
}

/**
 * The frozen floors, with two of them raised to the configured values.
 *
 * @throws DefectError if a value is below its frozen floor or above 1; the check of the configuration refuses such
 *   values
 */
export function raiseFloors({ minKappa, minCoverage }: RaisedFloors): FloorValues {
  const { judge_kappa_floor: minAllowedKappa, judge_coverage_floor: minAllowedCoverage } = FROZEN_FLOORS;
  if (!(minKappa >= minAllowedKappa && minKappa <= 1))
    throw new DefectError(`A kappa of ${minKappa} is no floor for a judge.`);
  if (!(minCoverage >= minAllowedCoverage && minCoverage <= 1))
    throw new DefectError(`A coverage of ${minCoverage} is no floor for a judge.`);
  return { ...FROZEN_FLOORS, judge_kappa_floor: minKappa, judge_coverage_floor: minCoverage };
}
