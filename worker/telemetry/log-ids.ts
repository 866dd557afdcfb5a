import { isSpanContextValid, trace } from '@opentelemetry/api';
import { asyncLocalStorage } from '@temporalio/activity';

/** The ids for a line of the worker's log: those of the current activity, if any, and of the current trace. */
export function logIds(): object {
  const activity = asyncLocalStorage.getStore()?.info;
  const span = trace.getActiveSpan()?.spanContext();
  return {
    ...(activity?.workflowExecution && {
      activity: activity.activityType,
      workflow_id: activity.workflowExecution.workflowId,
      workflow_run_id: activity.workflowExecution.runId,
    }),
    ...(span !== undefined && isSpanContextValid(span) && { trace_id: span.traceId, span_id: span.spanId }),
  };
}
