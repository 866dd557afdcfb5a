import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { cancelOwnWorkflow } from '../../activities/cancel-own-workflow.ts';
import type { Activities } from '../../activities/reports/create-activities.ts';
import { isSettled, MAX_ATTEMPTS, type RunState, type TransientCode } from '../../domain/reports/report-run.ts';
import type { AttemptStatus } from '../../domain/reports/run-status.ts';

/**
 * The behaviour of a fake attempt: a transient failure, a permanent refusal, an answer, a silent death, or work until
 * it is cancelled.
 */
export type Fate =
  | { fails: TransientCode }
  | { refused: string; detail?: string }
  | { answers: 'ready' | 'partial' }
  | 'goes silent'
  | 'keeps working';

export interface FakeRun {
  readonly row: { state: RunState; attempt: number; failureCode: string; failureDetail?: string };
  /** The state before each attempt, in order. */
  readonly statesBefore: readonly RunState[];
  readonly activities: Activities;
  /** Cancels the run in place of the API. */
  readonly cancel: () => void;
}

/** A run's row without a database: the same transitions under the same guards, with fates in place of a reader. */
export function createFakeRun(fates: readonly Fate[]): FakeRun {
  const row: FakeRun['row'] = { state: 'queued', attempt: 0, failureCode: '' };
  const statesBefore: RunState[] = [];
  const status = (): AttemptStatus => ({ ...row, artifactDigest: '', groupCount: 0, byteCount: 0 });
  const activities: Activities = {
    async executeAttempt() {
      statesBefore.push(row.state);
      if (row.state !== 'queued') return status();
      row.state = 'running';
      row.attempt += 1;
      const fate = fates[row.attempt - 1];
      if (fate === undefined) throw ApplicationFailure.nonRetryable('No fate is left.');
      if (fate === 'goes silent') return await Context.current().cancelled;
      if (fate === 'keeps working') return await workUntilCancelled();
      if ('fails' in fate) {
        throw ApplicationFailure.create({
          type: fate.fails,
          message: 'It failed in passing.',
          nonRetryable: true,
          details: [{ attempt: row.attempt, origin: { part: 'ClickHouse', why: 'ECONNREFUSED' } }],
        });
      }
      if ('refused' in fate) {
        const { refused, detail } = fate;
        Object.assign(row, { state: 'failed', failureCode: refused, ...(detail && { failureDetail: detail }) });
      } else row.state = fate.answers;
      return status();
    },
    requeueRun({ attempt }) {
      const isHeld = row.state === 'running' && row.attempt === attempt;
      if (isHeld || (row.state === 'queued' && row.attempt === attempt - 1)) {
        row.attempt = attempt;
        if (attempt < MAX_ATTEMPTS) row.state = 'queued';
        else Object.assign(row, { state: 'failed', failureCode: 'attempts_exhausted' });
      }
      return Promise.resolve(status());
    },
    settleCancelledRun() {
      cancel();
      return Promise.resolve(status());
    },
    cancelOwnWorkflow,
  };
  const cancel = (): void => {
    if (!isSettled(row.state)) row.state = 'cancelled';
  };
  return { row, statesBefore, activities, cancel };
}

async function workUntilCancelled(): Promise<never> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), 100);
  try {
    return await context.cancelled;
  } finally {
    clearInterval(timer);
  }
}
