import { isSpanContextValid, trace } from '@opentelemetry/api';
import { asyncLocalStorage } from '@temporalio/activity';

/** The ids of what goes on around a line of the worker's log: of the activity, if it is in one, and of its trace. */
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
