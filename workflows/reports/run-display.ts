import type { SearchAttributePair } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import { MAX_ATTEMPTS, type RunState } from '../../domain/reports/report-run.ts';
import { failureSentence, sentenceKeywords } from '../failure-sentence.ts';
import { instantAfter } from '../instant-after.ts';
import type { ReportRunInput } from '../public.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { causeKeywords, failureSummary, type TransientFailure } from '../transient-failure.ts';
import type { RunWatcher, AttemptedRun } from './execute-run.ts';

/** The progress of a run, as last reported to its workflow. */
export interface RunProgress {
  readonly state: RunState;
  readonly attempt: number;
  /** The failure of the last attempt, or the end of the run; empty while nothing failed. */
  readonly failure: string;
  /** The sentence about the run's failure; empty if the run has not failed or its failure has no sentence. */
  readonly why: string;
  /** The fault of the last try, and its origin; empty if no try failed, or if the fault did not decide the end. */
  readonly cause: string;
  /** The time of the next attempt (RFC 3339); empty unless one is scheduled. */
  readonly nextTryAt: string;
}

/** The view of operators on a run in progress: search attributes for the list, details for the page of one run. */
export interface RunDisplay extends RunWatcher {
  progress(): RunProgress;
  settled(run: AttemptedRun): void;
}

/** The display of a run that has made `attempt` tries already and whose search attributes started as `shownAs`. */
export function createRunDisplay({ attempt, shownAs = 'queued' }: ReportRunInput): RunDisplay {
  let shown: RunProgress = { state: shownAs, attempt, failure: '', why: '', cause: '', nextTryAt: '' };
  const show = (change: Partial<RunProgress>, failure?: TransientFailure): void => {
    const next = { ...shown, nextTryAt: '', ...change, ...(failure && { cause: failureSummary(failure) }) };
    // Each upsert adds an event to the history, so an unchanged state makes no upsert.
    if (next.state !== shown.state) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.runState, value: next.state }]);
    shown = next;
    setCurrentDetails(details(next));
  };
  return {
    progress: () => shown,
    trying: (number) => show({ state: 'running', attempt: number }),
    waiting: ({ state, attempt: tries }, failure, seconds) =>
      show(
        { state, attempt: tries, ...(failure && { failure: failure.code }), nextTryAt: instantAfter(seconds * 1000) },
        failure,
      ),
    settled({ status, failure }) {
      const { state, attempt: tries, failureCode } = status;
      show({ state, attempt: tries, failure: failureCode, why: failureSentence(status), cause: '' }, failure);
      if (state === 'failed') upsertSearchAttributes(failureAttributes(status, failure));
    },
  };
}

/**
 * The search attributes of failed work: its last code, and the last fault if the tries were used up, otherwise the
 * sentence.
 */
export function failureAttributes(
  status: Parameters<typeof sentenceKeywords>[0],
  failure: TransientFailure | undefined,
): SearchAttributePair[] {
  const causes = failure === undefined ? sentenceKeywords(status) : causeKeywords(failure);
  return [
    { key: SEARCH_ATTRIBUTES.failureCode, value: status.failureCode },
    ...(causes.length === 0 ? [] : [{ key: SEARCH_ATTRIBUTES.failureCause, value: causes }]),
  ];
}

function details({ state, attempt, failure, why, cause, nextTryAt }: RunProgress): string {
  const lines = [`- **State:** ${state}`, `- **Attempts:** ${attempt} of ${MAX_ATTEMPTS}`];
  if (state === 'failed') lines.push(`- **Failure:** ${failure}`);
  if (why !== '') lines.push(`- **Why:** ${escapeMarkdown(why)}`);
  if (cause !== '') lines.push(`- **Last try:** ${cause}`);
  if (nextTryAt !== '') lines.push(`- **Next try:** ${nextTryAt}`);
  return lines.join('\n');
}
