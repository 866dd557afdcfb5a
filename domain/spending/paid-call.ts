/**
 * The purposes that a run pays for: an answer of an arm, or a judge's verdict about one. They are the purposes of its
 * traffic.
 */
export const CALL_PURPOSES = ['comparison', 'judge'] as const;
export type CallPurpose = (typeof CALL_PURPOSES)[number];

/**
 * The states of a run's call. A call that was never sent or was refused cost nothing, and may be made again by the same
 * row.
 */
export const PAID_CALL_STATES = [
  'reserved',
  'answered',
  'never_sent',
  'refused',
  'failed_with_bill',
  'effect_unknown',
] as const;
export type PaidCallState = (typeof PAID_CALL_STATES)[number];
