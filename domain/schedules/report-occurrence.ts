/** The states of an occurrence. The row in Postgres is authoritative; every transition is one guarded update of it. */
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

/** True if the occurrence is in flight, so that the other schedules of its workspace wait. */
export function isInFlight(state: OccurrenceState): boolean {
  return IN_FLIGHT.includes(state);
}

/** The maximum age in milliseconds at which the latest owed instant still runs; an older one is missed. */
export const CATCH_UP_MS = 24 * 3_600_000;

/**
 * The maximum number of transient failures in an occurrence's own steps. The fifth ends it with `attempts_exhausted`.
 */
export const MAX_OCCURRENCE_ATTEMPTS = 5;

/**
 * The failure codes of occurrences that ended without delivery. An occurrence also takes over the failure codes of its
 * report run unchanged.
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

/** The reasons why an occurrence was cancelled. */
export const OCCURRENCE_CANCEL_CODES = ['schedule_paused', 'schedule_deleted', 'run_cancelled'] as const;
export type OccurrenceCancelCode = (typeof OCCURRENCE_CANCEL_CODES)[number];

/** True if the owner may run the window of the occurrence again. */
export function canRerun(state: OccurrenceState): boolean {
  return state === 'missed' || state === 'failed';
}

/** The event and the source kind of the inbox item of a scheduled report, the only kind of item that can be opened. */
export const REPORT_DELIVERED = { eventType: 'report_delivered', sourceKind: 'report_occurrence' } as const;
