/** The facts that make an artifact doubtful, in the order of the checks. */
export const CROSS_CHECK_CODES = [
  'policy_changed',
  'confidence_changed',
  'min_n_changed',
  'tolerance_changed',
  'judge_changed',
  'judge_demoted',
  'overdue',
  'labels_removed',
  'labels_not_counted',
] as const;
export type CrossCheckCode = (typeof CROSS_CHECK_CODES)[number];
