import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { OccurrenceStatus } from '../domain/occurrence-status.ts';
import { MAX_OCCURRENCE_ATTEMPTS, type OccurrenceState } from '../domain/report-occurrence.ts';
import { isSettled, MAX_ATTEMPTS, type RunState, type TransientCode } from '../domain/report-run.ts';
import type { RunStatus } from '../domain/run-status.ts';
import type { RunWatcher } from './carry-run.ts';
import { instantAfter } from './instant-after.ts';
import { shownAtStart } from './occurrence-start.ts';
import type { ReportOccurrenceInput } from './public.ts';
import { SEARCH_ATTRIBUTES } from './search-attributes.ts';

/** Where an occurrence stands, as its workflow last heard. */
export interface OccurrenceProgress {
  readonly state: OccurrenceState;
  /** What it is at; empty once it is settled. */
  readonly step: 'begin' | 'run' | 'deliver' | '';
  /** Transient failures of its own steps. */
  readonly attempt: number;
  /** Empty before there is a run. */
  readonly runId: string;
  readonly runState: RunState | '';
  readonly runAttempt: number;
  /** Why the last try failed, or with what it ended; empty while nothing failed. */
  readonly failure: string;
  /** RFC 3339; empty unless a try is waiting for its time. */
  readonly nextTryAt: string;
  readonly deliveredCount: number;
  readonly suppressedCount: number;
}

/** What an operator sees of an occurrence while it goes on; its names and times stand in the static details. */
export interface OccurrenceDisplay extends RunWatcher {
  progress(): OccurrenceProgress;
  taking(step: 'begin' | 'deliver', attempt: number): void;
  /** After a failure of one of its own steps. */
  pausing(attempt: number, failure: TransientCode | '', seconds: number): void;
  carrying(runId: string): void;
  ran(run: RunStatus): void;
  settled(status: OccurrenceStatus): void;
}

/** The display of an occurrence that was started in this state. */
export function createOccurrenceDisplay({ state, attempt }: ReportOccurrenceInput): OccurrenceDisplay {
  let shown: OccurrenceProgress = {
    state: shownAtStart(state),
    step: '',
    attempt,
    runId: '',
    runState: '',
    runAttempt: 0,
    failure: '',
    nextTryAt: '',
    deliveredCount: 0,
    suppressedCount: 0,
  };
  const show = (change: Partial<OccurrenceProgress>): void => {
    shown = { ...shown, nextTryAt: '', ...change };
    setCurrentDetails(details(shown));
  };
  show({});
  return {
    progress: () => shown,
    taking: (step, failures) => show({ step, attempt: failures }),
    pausing: (failures, failure, seconds) =>
      show({ attempt: failures, failure, nextTryAt: instantAfter(seconds * 1000) }),
    carrying: (runId) => show({ step: 'run', runId, failure: '' }),
    trying: (number) => show({ runState: 'running', runAttempt: number }),
    waiting: (run, failure, seconds) =>
      show({
        runState: run.state,
        runAttempt: run.attempt,
        failure: failure ?? shown.failure,
        nextTryAt: instantAfter(seconds * 1000),
      }),
    ran: (run) => show({ runState: run.state, runAttempt: run.attempt, failure: run.failureCode }),
    settled(status) {
      show({
        state: status.state,
        step: '',
        attempt: status.attempt,
        runId: status.runId,
        runAttempt: status.runAttempt,
        failure: status.failureCode,
        deliveredCount: status.deliveredCount,
        suppressedCount: status.suppressedCount,
      });
      upsertSearchAttributes(attributesOf(shown));
    },
  };
}

/** All that the end says, in one upsert: each is an event of the history. */
function attributesOf({ state, runState, failure }: OccurrenceProgress) {
  return [
    { key: SEARCH_ATTRIBUTES.occurrenceState, value: state },
    ...(runState !== '' && isSettled(runState) ? [{ key: SEARCH_ATTRIBUTES.runState, value: runState }] : []),
    ...(failure === '' ? [] : [{ key: SEARCH_ATTRIBUTES.failureCode, value: failure }]),
  ];
}

function details(progress: OccurrenceProgress): string {
  const { state, step, attempt, runId, runState, runAttempt, failure, nextTryAt } = progress;
  const lines = [`- **State:** ${state}${step === '' ? '' : `, at ${step}`}`];
  if (attempt > 0) lines.push(`- **Failures of its own steps:** ${attempt} of ${MAX_OCCURRENCE_ATTEMPTS}`);
  if (runId !== '') {
    const at = runState === '' ? '' : `, ${runState}`;
    lines.push(`- **Run:** \`${runId}\`${at}, attempt ${runAttempt} of ${MAX_ATTEMPTS}`);
  }
  if (failure !== '') lines.push(`- **${step === '' ? 'Failure' : 'Last failure'}:** ${failure}`);
  if (nextTryAt !== '') lines.push(`- **Next try:** ${nextTryAt}`);
  if (state === 'delivered') {
    lines.push(`- **Delivered to:** ${progress.deliveredCount}; suppressed: ${progress.suppressedCount}`);
  }
  return lines.join('\n');
}
