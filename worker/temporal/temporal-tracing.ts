import type { WorkflowClientInterceptor } from '@temporalio/client';
import { SpanKind } from '@opentelemetry/api';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { inSpan } from '../../tracing/in-span.ts';
import { parseTraceparent, formatTraceparent } from '../../tracing/traceparent.ts';
import { traceHeaders, traceparentIn } from '../../workflows/trace-header.ts';

/**
 * Starts workflows in the current trace. Signals are not traced: a dispatcher, which its first nudge starts, outlives
 * the trace of every nudge.
 */
export const traceStarts: WorkflowClientInterceptor = {
  startWithDetails: (input, next) =>
    next({ ...input, headers: { ...input.headers, ...traceHeaders(formatTraceparent()) } }),
};

/** Runs each activity within a span that continues the trace of its workflow. */
export const traceActivities: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute: (input, next) =>
      inSpan(
        `activity ${info.activityType}`,
        {
          kind: SpanKind.CONSUMER,
          parent: parseTraceparent(traceparentIn(input.headers)),
          attributes: {
            'temporal.activity.type': info.activityType,
            'temporal.activity.attempt': info.attempt,
            'temporal.task_queue': info.taskQueue,
            ...(info.workflowExecution && {
              'temporal.workflow.id': info.workflowExecution.workflowId,
              'temporal.workflow.run_id': info.workflowExecution.runId,
            }),
          },
        },
        () => next(input),
      ),
  },
});
