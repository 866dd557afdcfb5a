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
 * The transitions of a claimed occurrence, except those by a pause, a deletion and the deletion of its report, which
 * move it in their own transactions. Each is one transaction under a guard, so that a duplicate, late or lost worker
 * changes nothing. Each returns the row as it then is, also if another process moved it.
 */
export interface OccurrenceTransitions {
  /** Undefined unless it is `claimed`. */
  findClaimed(occurrenceId: string): Promise<ClaimedOccurrence | undefined>;
  /**
   * `claimed` → `running` with its run, which becomes the report's latest; `failed` with `report_deleted` where the
   * report is gone.
   */
  begin(input: { occurrenceId: string; run: FrozenRun }): Promise<OccurrenceStatus>;
  /**
   * `claimed` → `failed`; with a reason, the schedule is paused too. As of every failure, its owner gets an item of it,
   * once in a row.
   */
  fail(failure: OccurrenceFailure & { readonly occurrenceId: string }): Promise<OccurrenceStatus>;
  /**
   * Counts a transient failure once: the `attempt`-th. The fifth ends the occurrence with `attempts_exhausted`, and
   * cancels what its run still does; one that is being cancelled ends as cancelled.
   */
  countFailure(input: { occurrenceId: string; attempt: number; detail: string }): Promise<OccurrenceStatus>;
  /** Undefined unless it is `running` and its run has an answer to deliver. */
  findDeliverable(occurrenceId: string): Promise<DeliverableOccurrence | undefined>;
  /**
   * Settles an occurrence whose run has settled, in one transaction. `running` → `delivered` with one inbox item for
   * each of `eligible`, every other pinned recipient counted as suppressed; → `failed` with the run's own code, or with
   * `run_expired` where its answer is gone; → `cancelled` with `run_cancelled`. `cancelling` → `cancelled`. While the
   * run is unsettled it changes nothing, and delivers nothing where `eligible` is undefined: nobody was looked at.
   */
  settle(input: { occurrenceId: string; eligible: readonly string[] | undefined }): Promise<OccurrenceStatus>;
  /** Moves every state in flight → `cancelled`, with its unsettled run; a `cancelling` one keeps its code. */
  cancel(occurrenceId: string): Promise<OccurrenceStatus>;
  /** The row as it is. */
  read(occurrenceId: string): Promise<OccurrenceStatus>;
}

/** Binds the moves to the database. */
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
