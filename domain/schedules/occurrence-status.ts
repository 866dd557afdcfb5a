import type { OccurrenceState } from './report-occurrence.ts';
import type { PauseReason } from './report-schedule.ts';

/** The status of an occurrence, from its row. */
export interface OccurrenceStatus {
  readonly state: OccurrenceState;
  /** The number of transient failures in the occurrence's own steps so far. */
  readonly attempt: number;
  /** The failure code; empty unless the occurrence failed or was cancelled. */
  readonly failureCode: string;
  /**
   * The sentence that the owner reads; absent unless the occurrence failed, and in workflow histories of earlier
   * versions.
   */
  readonly failureDetail?: string;
  /**
   * The reason why the server paused the schedule after this failed occurrence; absent otherwise, and in workflow
   * histories of earlier versions.
   */
  readonly pausedFor?: PauseReason;
  /** The id of the report run; empty before the run exists. */
  readonly runId: string;
  /** The attempts of the report run so far, from its row; 0 if there is no run. */
  readonly runAttempt: number;
  readonly deliveredCount: number;
  readonly suppressedCount: number;
}
