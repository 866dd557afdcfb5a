import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import type { FrozenRun } from '../../contracts/reports/frozen-run.ts';
import {
  beginOccurrence,
  failClaimed,
  findClaimed,
  type ClaimedOccurrence,
  type OccurrenceFailure,
} from './occurrence-beginning.ts';
import { cancelInFlight, countFailure } from './occurrence-ending.ts';
import { readOccurrence } from './occurrence-row.ts';
import { findDeliverable, settleOccurrence, type DeliverableOccurrence } from './occurrence-settling.ts';

/**
 * The transitions of a claimed occurrence, except those by a pause, by a deletion, or by the deletion of its report,
 * which run in other transactions. Each is one guarded transaction, so that a duplicate, late or lost worker changes
 * nothing. Each returns the resulting row, even if another process moved it.
 */
export interface OccurrenceTransitions {
  /** The facts of a claimed occurrence; undefined unless it is `claimed`. */
  findClaimed(occurrenceId: string): Promise<ClaimedOccurrence | undefined>;
  /**
   * Moves `claimed` → `running` and creates the run, which becomes the report's latest run. If the report was deleted,
   * moves to `failed` with `report_deleted`.
   */
  begin(input: { occurrenceId: string; run: FrozenRun }): Promise<OccurrenceStatus>;
  /**
   * Moves `claimed` → `failed`. If `pause` is given, the schedule is paused too. The owner gets an inbox item; of
   * consecutive failures that pause nothing, only for the first.
   */
  fail(failure: OccurrenceFailure & { readonly occurrenceId: string }): Promise<OccurrenceStatus>;
  /**
   * Counts the `attempt`-th transient failure, only once. The fifth ends the occurrence with `attempts_exhausted` and
   * cancels its unsettled run. An occurrence that is `cancelling` ends as cancelled instead.
   */
  countFailure(input: { occurrenceId: string; attempt: number; detail: string }): Promise<OccurrenceStatus>;
  /** The facts for a delivery; undefined unless the occurrence is `running` and its run has an answer to deliver. */
  findDeliverable(occurrenceId: string): Promise<DeliverableOccurrence | undefined>;
  /**
   * Settles an occurrence whose run has settled, in one transaction.
   *
   * - `running` → `delivered`: each of `eligible` gets one inbox item, and every other pinned recipient counts as
   *   suppressed.
   * - `running` → `failed`: with the run's failure code, or with `run_expired` if its answer has expired.
   * - `running` → `cancelled`: with `run_cancelled`.
   * - `cancelling` → `cancelled`.
   *
   * While the run is unsettled, nothing changes. If `eligible` is undefined, the recipients were not checked, and
   * nothing is delivered.
   */
  settle(input: { occurrenceId: string; eligible: readonly string[] | undefined }): Promise<OccurrenceStatus>;
  /**
   * Moves any state in flight → `cancelled`, together with the unsettled run. A `cancelling` occurrence keeps its code.
   */
  cancel(occurrenceId: string): Promise<OccurrenceStatus>;
  /** Reads the current row. */
  read(occurrenceId: string): Promise<OccurrenceStatus>;
}

export function createOccurrenceTransitions(
  pool: pg.Pool,
  clock: Clock,
  newId: (kind: IdKind) => string,
): OccurrenceTransitions {
  return {
    findClaimed: (occurrenceId) => findClaimed(pool, occurrenceId),
    begin: (input) => beginOccurrence(pool, clock.now(), newId, input),
    fail: (failure) => failClaimed(pool, clock.now(), newId, failure),
    countFailure: (input) => countFailure(pool, clock.now(), newId, input),
    findDeliverable: (occurrenceId) => findDeliverable(pool, clock.now(), occurrenceId),
    settle: (input) => settleOccurrence(pool, clock.now(), newId, input),
    cancel: (occurrenceId) => cancelInFlight(pool, clock.now(), occurrenceId),
    read: (occurrenceId) => readOccurrence(pool, occurrenceId),
  };
}
