import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  ChildWorkflowFailure,
  patched,
  proxyActivities,
} from '@temporalio/workflow';
import type { Activities } from '../activities/reports/create-activities.ts';
import { bookkeeping } from './bookkeeping.ts';

/**
 * The patch for workflows that end as their row does. In older histories a workflow completed after every end of its
 * row.
 */
const ENDS_LIKE_ITS_ROW = 'ends-like-its-row';

/** Temporal's category of an expected error: it is not a defect of the workflow, and is not counted as one. */
const EXPECTED = 'BENIGN';

const { cancelOwnWorkflow } = proxyActivities<Pick<Activities, 'cancelOwnWorkflow'>>(bookkeeping);

/** Each workflow has modules of its own, so this is the outcome of one workflow. */
let outcome: { readonly outcome?: string } = {};

/** The log's member for the end of this workflow's row, once the workflow ends because of it. */
export function outcomeInHand(): { readonly outcome?: string } {
  return outcome;
}

/**
 * The reason why a row failed: its code, its cause, and the sentence for its owner, which may quote texts of people.
 */
interface FailedRow {
  readonly code: string;
  readonly how: string;
  readonly sentence?: string;
}

/**
 * Ends the workflow as *Failed* with the failure code as its type, and what its result would have been as the details.
 * Without a stack: the place where it is thrown is of no use. Logs do not contain the sentence.
 */
export function failLikeRow({ code, how, sentence = '' }: FailedRow, result: object): void {
  if (!patched(ENDS_LIKE_ITS_ROW)) return;
  const failure = ApplicationFailure.create({
    type: code,
    message: sentence === '' ? `${code}: ${how}` : `${code}: ${sentence} (${how})`,
    nonRetryable: true,
    category: EXPECTED,
    details: [result],
  });
  failure.stack = '';
  outcome = { outcome: `${code}: ${how}` };
  throw failure;
}

/**
 * Ends the workflow as *Canceled*. Only one that was asked to can end so, hence it is asked where nobody has done so
 * yet.
 */
export async function cancelLikeRow(): Promise<void> {
  if (!patched(ENDS_LIKE_ITS_ROW)) return;
  const scope = CancellationScope.current();
  if (!scope.consideredCancelled) await cancelOwnWorkflow.executeWithOptions({ summary: 'end as cancelled' }, []);
  await scope.cancelRequested;
}

/** True for the end of a child whose row has ended, well or not; false for one that a defect or an operator ended. */
export function endedLikeRow(error: unknown): boolean {
  if (!(error instanceof ChildWorkflowFailure)) return false;
  const { cause } = error;
  return cause instanceof CancelledFailure || (cause instanceof ApplicationFailure && cause.category === EXPECTED);
}
