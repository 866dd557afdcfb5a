import type { LostRunStore } from '../store/lost-runs.ts';
import type { RunTransitions } from '../store/run-transitions.ts';
import type { WorkerLog } from './worker-log.ts';

export interface ReconcilerParts {
  readonly lostRuns: LostRunStore;
  readonly runs: Pick<RunTransitions, 'requeue'>;
  /** How long an unsettled run may lie untouched, in milliseconds. */
  readonly staleMs: number;
  readonly log: WorkerLog;
}

/**
 * Takes up what nothing else will: an attempt whose worker is gone counts as failed, and unsettled runs that nobody
 * moved are started again. The ids of workflows and the guards of the rows make doing it twice harmless.
 */
export async function reconcile({ lostRuns, runs, staleMs, log }: ReconcilerParts): Promise<void> {
  for (const { runId, attempt } of await lostRuns.lapsed()) {
    const detail = 'The worker of the attempt is gone.';
    const { state } = await runs.requeue({ runId, attempt, code: 'lease_lapsed', detail });
    if (state === 'queued') await lostRuns.startAgain(runId);
    log.warn({ run_id: runId, attempt, state }, 'took a run back from a worker that is gone');
  }
  for (const runId of await lostRuns.startStaleAgain(staleMs)) {
    log.warn({ run_id: runId }, 'started a run again that nobody had moved');
  }
}
