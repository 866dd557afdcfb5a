/**
 * The purposes of the calls that a run pays for: an answer of an arm, or a judge's verdict about an answer. They are
 * also the purposes of the resulting traffic.
 */
export const CALL_PURPOSES = ['comparison', 'judge'] as const;
export type CallPurpose = (typeof CALL_PURPOSES)[number];

/**
 * The states of a paid call of a run. A call that was never sent or was refused costs nothing, and its row may be used
 * for another attempt.
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
