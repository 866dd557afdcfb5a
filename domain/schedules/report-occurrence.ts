/** The state machine of an occurrence. The row in Postgres is the truth; every move is one guarded update of it. */
export const OCCURRENCE_STATES = [
  'claimed',
  'running',
  'delivered',
  'failed',
  'cancelling',
  'cancelled',
  'missed',
] as const;
export type OccurrenceState = (typeof OCCURRENCE_STATES)[number];

const IN_FLIGHT: readonly OccurrenceState[] = ['claimed', 'running', 'cancelling'];

/** True while the occurrence keeps the other schedules of its workspace waiting. */
export function isInFlight(state: OccurrenceState): boolean {
  return IN_FLIGHT.includes(state);
}

/** The latest owed instant is taken up to and with this age, in milliseconds; an older one is missed. */
export const CATCH_UP_MS = 24 * 3_600_000;

/** Transient failures of an occurrence's own steps; the fifth ends it with `attempts_exhausted`. */
export const MAX_OCCURRENCE_ATTEMPTS = 5;

/**
 * The reasons why an occurrence ended without delivery, in addition to the failure codes of report runs, which it takes
 * over unchanged.
 */
export const OCCURRENCE_FAILURE_CODES = [
  'authority_lost',
  'report_deleted',
  'view_changed',
  'invalid_request',
  'window_mismatch',
  'run_expired',
  'attempts_exhausted',
] as const;
export type OccurrenceFailureCode = (typeof OCCURRENCE_FAILURE_CODES)[number];

/** The causes of a stopped occurrence. */
export const OCCURRENCE_CANCEL_CODES = ['schedule_paused', 'schedule_deleted', 'run_cancelled'] as const;
export type OccurrenceCancelCode = (typeof OCCURRENCE_CANCEL_CODES)[number];

/** True for an occurrence whose window its owner may run again by hand. */
export function mayRerun(state: OccurrenceState): boolean {
  return state === 'missed' || state === 'failed';
}

/** The event of an inbox item of a scheduled report, and its source: the one kind of item that can be opened. */
export const REPORT_DELIVERED = { eventType: 'report_delivered', sourceKind: 'report_occurrence' } as const;
