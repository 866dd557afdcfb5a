import { UNIT_REFUSAL_CODES } from '../calibration/artifact.ts';

/** The reasons why rows of a segment are not licensed. Those of a unit are the reasons of its fit. */
export const COVERAGE_GAP_CODES = [
  'no_active_calibration',
  'no_unit',
  'not_judged',
  'below_threshold',
  ...UNIT_REFUSAL_CODES,
] as const;
export type CoverageGapCode = (typeof COVERAGE_GAP_CODES)[number];
