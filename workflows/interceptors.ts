import type { WorkflowInterceptors } from '@temporalio/workflow';
import { outcomeInHand } from './end-like-row.ts';
import { onlyTrace } from './trace-header.ts';
import { takeUpTrace, traceInHand } from './trace-in-hand.ts';

/**
 * Passes the trace of a workflow's start on to its activities, its children and its continuation. Adds the outcome of
 * its row to the line in which the SDK logs a failed workflow. No interceptor waits, and a replay does not compare
 * headers, so older histories replay unchanged.
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
