/**
 * The codes for faults of a cadence; the pointer names the member. The last two concern the view of the scheduled
 * report: its window is fixed, or its relative window has no length.
 */
export const CADENCE_CODES = [
  'invalid_mode',
  'invalid_frequency',
  'hourly_requires_interval',
  'invalid_timezone',
  'invalid_local_time',
  'invalid_weekday',
  'field_not_allowed',
  'fixed_view_not_schedulable',
  'invalid_window',
] as const;

export type CadenceCode = (typeof CADENCE_CODES)[number];

/** The causes of a 409: a name, an idempotency key, a maximum, or a state that does not allow the operation. */
const CONFLICT_CODES = [
  'name_taken',
  'key_reused',
  'already_settled',
  'no_answer',
  'not_repeatable',
  'limit_reached',
] as const;

export type ConflictCode = (typeof CONFLICT_CODES)[number];

/**
 * The causes of a 412: the document that the caller read has changed, the view that a report pins has changed, or the
 * view is deleted or hidden from the owner.
 */
const PRECONDITION_CODES = ['revision_stale', 'view_moved', 'view_gone'] as const;

export type PreconditionCode = (typeof PRECONDITION_CODES)[number];

/** All fault codes for programs: faults of a member, and of the state of a resource. */
export const FAULT_CODES = [...CADENCE_CODES, ...CONFLICT_CODES, ...PRECONDITION_CODES] as const;

export type FaultCode = (typeof FAULT_CODES)[number];
