import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  ChildWorkflowFailure,
  patched,
  proxyActivities,
} from '@temporalio/workflow';
import type { Activities } from '../activities/reports/create-activities.ts';
import { BOOKKEEPING_OPTIONS } from './bookkeeping-options.ts';

/**
 * The patch for workflows that end as their row does. In older histories, a workflow completes for any end of its row.
 */
const ENDS_LIKE_ITS_ROW = 'ends-like-its-row';

/** Temporal's category of an expected error: it is not a defect of the workflow, and is not counted as one. */
const EXPECTED = 'BENIGN';

const { cancelOwnWorkflow } = proxyActivities<Pick<Activities, 'cancelOwnWorkflow'>>(BOOKKEEPING_OPTIONS);

/** The outcome of one workflow: each workflow has its own instance of this module. */
let outcome: { readonly outcome?: string } = {};

/** The log member that states why this workflow fails like its row; empty until then. */
export function rowOutcomeAttributes(): { readonly outcome?: string } {
  return outcome;
}

/** The reason why a row failed: its code, its cause, and the sentence for its owner, which may quote user texts. */
interface FailedRow {
  readonly code: string;
  readonly how: string;
  readonly sentence?: string;
}

/**
 * Ends the workflow as *Failed*, with the failure code as the type and its result as the details. The failure has no
 * stack, because the place of the throw explains nothing. Logs do not contain the sentence.
 */
export function failWithRow({ code, how, sentence = '' }: FailedRow, result: object): void {
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
 * Ends the workflow as *Canceled*. Temporal allows this only after a cancellation request, so an activity sends one if
 * no other process has.
 */
export async function cancelWithRow(): Promise<void> {
  if (!patched(ENDS_LIKE_ITS_ROW)) return;
  const scope = CancellationScope.current();
  if (!scope.consideredCancelled) await cancelOwnWorkflow.executeWithOptions({ summary: 'end as cancelled' }, []);
  await scope.cancelRequested;
}

/** True if the child failed or was cancelled together with its row; false if a defect or an operator ended it. */
export function hasEndedWithRow(error: unknown): boolean {
  if (!(error instanceof ChildWorkflowFailure)) return false;
  const { cause } = error;
  return cause instanceof CancelledFailure || (cause instanceof ApplicationFailure && cause.category === EXPECTED);
}
