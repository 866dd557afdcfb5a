import type { OccurrenceState } from './report-occurrence.ts';
import type { PauseReason } from './report-schedule.ts';

/** The state of an occurrence in its row. */
export interface OccurrenceStatus {
  readonly state: OccurrenceState;
  /** Transient failures of its own steps so far. */
  readonly attempt: number;
  /** Empty unless failed or cancelled. */
  readonly failureCode: string;
  /** The sentence that the owner reads; absent unless failed, and in histories of earlier versions. */
  readonly failureDetail?: string;
  /**
   * The reason why the server paused the schedule; absent unless it did and the occurrence failed, and in histories of
   * earlier versions.
   */
  readonly pausedFor?: PauseReason;
  /** Empty before there is a run. */
  readonly runId: string;
  /** Tries of its run so far, as the run's row counts them; 0 where there is no run. */
  readonly runAttempt: number;
  readonly deliveredCount: number;
  readonly suppressedCount: number;
}
