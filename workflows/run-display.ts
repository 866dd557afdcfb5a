import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { MAX_ATTEMPTS, type RunState } from '../domain/report-run.ts';
import type { RunStatus } from '../domain/run-status.ts';
import type { RunWatcher } from './carry-run.ts';
import { instantAfter } from './instant-after.ts';
import type { ReportRunInput } from './public.ts';
import { SEARCH_ATTRIBUTES } from './search-attributes.ts';

/** Where a run stands, as its workflow last heard. */
export interface RunProgress {
  readonly state: RunState;
  readonly attempt: number;
  /** Why the last attempt failed, or with what the run ended; empty while nothing failed. */
  readonly failure: string;
  /** RFC 3339; empty unless an attempt is waiting for its time. */
  readonly nextTryAt: string;
}

/** What an operator sees of a run while it goes on: search attributes for the list, details for the page of one run. */
export interface RunDisplay extends RunWatcher {
  progress(): RunProgress;
  settled(status: RunStatus): void;
}

/** The display of a run of which `attempt` tries are already made, and which was started as `shownAs`. */
export function createRunDisplay({ attempt, shownAs = 'queued' }: ReportRunInput): RunDisplay {
  let shown: RunProgress = { state: shownAs, attempt, failure: '', nextTryAt: '' };
  const show = (next: RunProgress): void => {
    // An upsert is an event of the history, so only a change makes one.
    if (next.state !== shown.state) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.runState, value: next.state }]);
    if (next.state === 'failed') {
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.failureCode, value: next.failure }]);
    }
    shown = next;
    setCurrentDetails(details(next));
  };
  return {
    progress: () => shown,
    trying: (number) => show({ state: 'running', attempt: number, failure: shown.failure, nextTryAt: '' }),
    waiting: (status, failure, seconds) =>
      show({
        state: status.state,
        attempt: status.attempt,
        failure: failure ?? shown.failure,
        nextTryAt: instantAfter(seconds * 1000),
      }),
    settled: (status) =>
      show({ state: status.state, attempt: status.attempt, failure: status.failureCode, nextTryAt: '' }),
  };
}

function details({ state, attempt, failure, nextTryAt }: RunProgress): string {
  const lines = [`- **State:** ${state}`, `- **Attempts:** ${attempt} of ${MAX_ATTEMPTS}`];
  if (failure !== '') lines.push(`- **${state === 'failed' ? 'Failure' : 'Last failure'}:** ${failure}`);
  if (nextTryAt !== '') lines.push(`- **Next try:** ${nextTryAt}`);
  return lines.join('\n');
}
