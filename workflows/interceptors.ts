import type { WorkflowInterceptors } from '@temporalio/workflow';
import { rowOutcomeAttributes } from './end-with-row.ts';
import { pickTraceHeader } from './trace-header.ts';
import { setWorkflowTrace, currentTraceHeaders } from './current-trace-headers.ts';

/**
 * Passes the trace of a workflow's start on to its activities, its children and its continuation. Adds the outcome of
 * its row to the line in which the SDK logs a failed workflow. No interceptor waits, and a replay does not compare
 * headers, so older histories replay unchanged.
 */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      execute(input, next) {
        setWorkflowTrace(pickTraceHeader(input.headers));
        return next(input);
      },
    },
  ],
  outbound: [
    {
      scheduleActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...currentTraceHeaders() } }),
      scheduleLocalActivity: (input, next) =>
        next({ ...input, headers: { ...input.headers, ...currentTraceHeaders() } }),
      startChildWorkflowExecution: (input, next) =>
        next({ ...input, headers: { ...input.headers, ...currentTraceHeaders() } }),
      continueAsNew: (input, next) => next({ ...input, headers: { ...input.headers, ...currentTraceHeaders() } }),
      getLogAttributes: (attributes, next) => next({ ...attributes, ...rowOutcomeAttributes() }),
    },
  ],
});
