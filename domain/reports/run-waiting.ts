import { isAlive, type Component } from '../kernel/components.ts';
import { backoffSeconds, isSettled, type RunState, type TransientCode } from './report-run.ts';

/**
 * The conditions that a run waits for: a worker for runs or a reader for queries if the part is silent, the end of the
 * pause after a failed attempt, or the run's turn.
 */
export const RUN_WAITS = ['report_worker', 'reader', 'next_try', 'turn'] as const;
export type RunWait = (typeof RUN_WAITS)[number];

/** The text about a failed attempt for everybody who may see the run. The exact fault is only in the log. */
export const FAILED_ATTEMPT_TEXT: Record<TransientCode, string> = {
  reader_unavailable: 'The reader of the traffic did not answer.',
  store_unavailable: 'The database of the control plane did not answer.',
  lease_lapsed: 'The worker was lost or stopped before the attempt ended.',
};

/**
 * The time of the next attempt of a run whose last attempt failed at `failedAt`; undefined if no attempt is scheduled.
 */
export function nextAttemptAt(run: { state: RunState; attempt: number; failedAt: Date | undefined }): Date | undefined {
  if (run.state !== 'queued' || run.failedAt === undefined) return undefined;
  return new Date(run.failedAt.getTime() + backoffSeconds(run.attempt) * 1_000);
}

/**
 * The condition that a run waits for at `now`; undefined if the run does not wait. `lastSeen` holds the last heartbeat
 * of each component.
 */
export function findRunWait(
  run: { readonly state: RunState; readonly isScheduled: boolean; readonly nextTryAt: Date | undefined },
  lastSeen: ReadonlyMap<Component, Date>,
  now: Date,
): RunWait | undefined {
  if (isSettled(run.state)) return undefined;
  // Workers send the reader's heartbeats, so without a worker the state of the reader is unknown.
  if (!isAlive(lastSeen.get(run.isScheduled ? 'worker.due_runs' : 'worker.requested_runs'), now))
    return 'report_worker';
  if (run.state === 'running') return undefined;
  if (!isAlive(lastSeen.get('reader'), now)) return 'reader';
  // Stryker disable next-line ConditionalExpression: an absent instant is not after any other.
  return run.nextTryAt !== undefined && run.nextTryAt > now ? 'next_try' : 'turn';
}
