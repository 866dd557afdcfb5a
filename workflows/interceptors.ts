import type { WorkflowInterceptors } from '@temporalio/workflow';
import { outcomeInHand } from './end-like-row.ts';
import { onlyTrace } from './trace-header.ts';
import { takeUpTrace, traceInHand } from './trace-in-hand.ts';

/**
 * Passes the trace that a workflow was started with to its activities, its children and its continuation, and the
 * outcome of its row to the log, where the SDK reports each failed workflow. Nothing here waits, and a replay does not
 * compare headers, so older histories replay as they are.
 */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      execute(input, next) {
        takeUpTrace(onlyTrace(input.headers));
        return next(input);
      },
    },
  ],
  outbound: [
    {
      scheduleActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...traceInHand() } }),
      scheduleLocalActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...traceInHand() } }),
      startChildWorkflowExecution: (input, next) => next({ ...input, headers: { ...input.headers, ...traceInHand() } }),
      continueAsNew: (input, next) => next({ ...input, headers: { ...input.headers, ...traceInHand() } }),
      getLogAttributes: (attributes, next) => next({ ...attributes, ...outcomeInHand() }),
    },
  ],
});
