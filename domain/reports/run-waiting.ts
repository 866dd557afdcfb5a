import { isAlive, type Component } from '../kernel/components.ts';
import { backoffSeconds, isSettled, type RunState, type TransientCode } from './report-run.ts';

/**
 * What a run waits for: a part that gives no sign of life (the worker that takes runs up, the reader that answers them), the
 * end of the pause after a try that failed, or its turn.
 */
export const RUN_WAITS = ['report_worker', 'reader', 'next_try', 'turn'] as const;
export type RunWait = (typeof RUN_WAITS)[number];

/** What whoever may see a run is told of a try that failed. What exactly failed stands in the log alone. */
export const FAILED_TRY: Record<TransientCode, string> = {
  reader_unavailable: 'The reader of the traffic did not answer.',
  store_unavailable: 'The database of the control plane did not answer.',
  lease_lapsed: 'The worker was lost or stopped before the try came to its end.',
};

/** When a run is tried again whose last try failed at `failedAt`; undefined of one that waits for no such instant. */
export function nextTryAt(run: { state: RunState; attempt: number; failedAt: Date | undefined }): Date | undefined {
  if (run.state !== 'queued' || run.failedAt === undefined) return undefined;
  return new Date(run.failedAt.getTime() + backoffSeconds(run.attempt) * 1_000);
}

/** What a run waits for at `now`, given when each component was last alive; undefined of one that waits for nothing. */
export function runWaitOf(
  run: { readonly state: RunState; readonly isScheduled: boolean; readonly nextTryAt: Date | undefined },
  lastSeen: ReadonlyMap<Component, Date>,
  now: Date,
): RunWait | undefined {
  if (isSettled(run.state)) return undefined;
  // The reader's signs of life come from workers: without one, nobody knows of it.
  if (!isAlive(lastSeen.get(run.isScheduled ? 'worker.due_runs' : 'worker.requested_runs'), now))
    return 'report_worker';
  if (run.state === 'running') return undefined;
  if (!isAlive(lastSeen.get('reader'), now)) return 'reader';
  // Stryker disable next-line ConditionalExpression: an instant that is not there is not after any other.
  return run.nextTryAt !== undefined && run.nextTryAt > now ? 'next_try' : 'turn';
}
