import { patched, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { MAX_OCCURRENCE_ATTEMPTS, type OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { isSettled, MAX_ATTEMPTS, type RunState } from '../../domain/reports/report-run.ts';
import type { RunWatcher, AttemptedRun } from '../reports/execute-run.ts';
import { failureSentence } from '../failure-sentence.ts';
import { instantAfter } from '../instant-after.ts';
import type { ReportOccurrenceInput } from '../public.ts';
import { failureAttributes } from '../reports/run-display.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { failureSummary, type TransientFailure } from '../transient-failure.ts';
import { initialStateAttributes } from './occurrence-start.ts';

/** The patch for search attributes with the id of the run; older histories do not set it. */
const FOUND_BY_ITS_RUN = 'found-by-its-run';

/** The progress of an occurrence, as last reported to its workflow. */
export interface OccurrenceProgress {
  readonly state: OccurrenceState;
  /** The current step; empty after the occurrence is settled. */
  readonly step: 'begin' | 'run' | 'deliver' | '';
  /** The number of transient failures of the occurrence's own steps. */
  readonly attempt: number;
  /** Empty until the occurrence has a run. */
  readonly runId: string;
  readonly runState: RunState | '';
  readonly runAttempt: number;
  /** The failure of the last try, or the end; empty while nothing failed. */
  readonly failure: string;
  /** The sentence about the failure; empty if the occurrence has not failed or its failure has no sentence. */
  readonly why: string;
  /** The fault of the last try, and its origin; empty if no try failed, or if the fault did not decide the end. */
  readonly cause: string;
  /** The time of the next try (RFC 3339); empty unless one is scheduled. */
  readonly nextTryAt: string;
  readonly deliveredCount: number;
  readonly suppressedCount: number;
}

/** The view of operators on an occurrence in progress; its names and times are in the static details. */
export interface OccurrenceDisplay extends RunWatcher {
  progress(): OccurrenceProgress;
  taking(step: 'begin' | 'deliver', attempt: number): void;
  /** Shows the pause after a failure of one of the occurrence's own steps. */
  pausing(attempt: number, failure: TransientFailure, seconds: number): void;
  carrying(runId: string): void;
  ran(run: AttemptedRun): void;
  settled(status: OccurrenceStatus, failure: TransientFailure | undefined): void;
}

/** The display of an occurrence that was started in this state. */
export function createOccurrenceDisplay({ state, attempt, runId: known }: ReportOccurrenceInput): OccurrenceDisplay {
  let shown: OccurrenceProgress = {
    state: initialStateAttributes(state),
    step: '',
    attempt,
    runId: '',
    runState: '',
    runAttempt: 0,
    failure: '',
    why: '',
    cause: '',
    nextTryAt: '',
    deliveredCount: 0,
    suppressedCount: 0,
  };
  const show = (change: Partial<OccurrenceProgress>, failure?: TransientFailure): void => {
    shown = { ...shown, nextTryAt: '', ...change, ...(failure && { cause: failureSummary(failure) }) };
    setCurrentDetails(details(shown));
  };
  show({});
  return {
    progress: () => shown,
    taking: (step, failures) => show({ step, attempt: failures }),
    pausing: (failures, failure, seconds) =>
      show({ attempt: failures, failure: failure.code, nextTryAt: instantAfter(seconds * 1000) }, failure),
    carrying(runId) {
      show({ step: 'run', runId, failure: '', cause: '' });
      // A start that knows the run has set the attribute already, and each upsert adds an event to the history.
      if (runId === known) return;
      if (patched(FOUND_BY_ITS_RUN)) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.reportRunId, value: runId }]);
    },
    trying: (number) => show({ runState: 'running', runAttempt: number }),
    waiting: (run, failure, seconds) =>
      show(
        {
          runState: run.state,
          runAttempt: run.attempt,
          ...(failure && { failure: failure.code }),
          nextTryAt: instantAfter(seconds * 1000),
        },
        failure,
      ),
    ran: ({ status, failure }) =>
      show({ runState: status.state, runAttempt: status.attempt, failure: status.failureCode, cause: '' }, failure),
    settled(status, failure) {
      const { state, attempt: failures, runId, runAttempt, deliveredCount, suppressedCount } = status;
      const counts = { attempt: failures, runAttempt, deliveredCount, suppressedCount };
      const ended = { failure: status.failureCode, why: failureSentence(status), cause: '' };
      show({ state, step: '', runId, ...counts, ...ended }, failure);
      upsertSearchAttributes(attributesOf(shown, status, failure));
    },
  };
}

/** The search attributes of the end, for a single upsert: each upsert adds an event to the history. */
function attributesOf(
  { state, runState }: OccurrenceProgress,
  status: OccurrenceStatus,
  cause: TransientFailure | undefined,
) {
  return [
    { key: SEARCH_ATTRIBUTES.occurrenceState, value: state },
    ...(runState !== '' && isSettled(runState) ? [{ key: SEARCH_ATTRIBUTES.runState, value: runState }] : []),
    ...(status.failureCode === '' ? [] : failureAttributes(status, cause)),
  ];
}

function details(progress: OccurrenceProgress): string {
  const { state, step, attempt, runId, runState, runAttempt, failure, why, cause, nextTryAt } = progress;
  const lines = [`- **State:** ${state}${step === '' ? '' : `, at ${step}`}`];
  if (attempt > 0) lines.push(`- **Failures of its own steps:** ${attempt} of ${MAX_OCCURRENCE_ATTEMPTS}`);
  if (runId !== '') {
    const at = runState === '' ? '' : `, ${runState}`;
    lines.push(`- **Run:** \`${runId}\`${at}, attempt ${runAttempt} of ${MAX_ATTEMPTS}`);
  }
  if (failure !== '' && step === '') lines.push(`- **Failure:** ${failure}`);
  if (why !== '' && step === '') lines.push(`- **Why:** ${escapeMarkdown(why)}`);
  if (cause !== '') lines.push(`- **Last try:** ${cause}`);
  if (nextTryAt !== '') lines.push(`- **Next try:** ${nextTryAt}`);
  if (state === 'delivered') {
    lines.push(`- **Delivered to:** ${progress.deliveredCount}; suppressed: ${progress.suppressedCount}`);
  }
  return lines.join('\n');
}
