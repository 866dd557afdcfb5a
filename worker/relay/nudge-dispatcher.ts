import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import type { RunTimeouts } from '../../domain/reports/report-run.ts';
import type { DispatcherStart } from '../../store/schedules/dispatcher-start-store.ts';
import type { dispatchWorkspace } from '../../workflows/schedules/dispatch-workspace.ts';
import {
  DISPATCH_TASK_QUEUE,
  DISPATCH_WORKSPACE_MESSAGES,
  DISPATCH_WORKSPACE_WORKFLOW,
  dispatcherWorkflowId,
  WORKFLOW_TASK_TIMEOUT,
} from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { shortenSummary } from '../../workflows/shorten-summary.ts';

/**
 * The maximum number of events in a dispatcher's history; the server suggests an end at 4,096. An occurrence adds about
 * 25 events, so a busy workspace continues as new every 80 occurrences, and a worker that takes it over replays at most
 * this many.
 */
const MAX_EVENTS = 2_000;

/** Nudges the dispatcher of a workspace to plan again, and starts one if none runs and it is needed. */
export async function nudgeDispatcher(
  client: Client,
  workspace: DispatcherStart,
  timeouts: RunTimeouts,
): Promise<void> {
  const { organizationId, organizationName, workspaceId, workspaceName, isNeeded } = workspace;
  if (!isNeeded) return nudgeRunning(client, workspaceId);
  await client.workflow.signalWithStart<typeof dispatchWorkspace>(DISPATCH_WORKSPACE_WORKFLOW, {
    workflowId: dispatcherWorkflowId(workspaceId),
    taskQueue: DISPATCH_TASK_QUEUE,
    signal: DISPATCH_WORKSPACE_MESSAGES.nudge,
    signalArgs: [],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    args: [{ workspaceId, timeouts, maxEvents: MAX_EVENTS }],
    memo: { organization: organizationName, workspace: workspaceName },
    staticSummary: shortenSummary(`Schedules of workspace “${workspaceName}”`),
    staticDetails: [
      `- **Workspace:** ${escapeMarkdown(workspaceName)} (\`${workspaceId}\`)`,
      `- **Organization:** ${escapeMarkdown(organizationName)} (\`${organizationId}\`)`,
      '- **Safe to cancel or terminate:** work in flight continues, and the reconciler restarts the dispatcher when a schedule is due.',
    ].join('\n'),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
      { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
    ],
  });
}

/**
 * Nudges a dispatcher only if it runs. A new one would find no work, and would clutter the list of workflows after its
 * end.
 */
async function nudgeRunning(client: Client, workspaceId: string): Promise<void> {
  try {
    await client.workflow.getHandle(dispatcherWorkflowId(workspaceId)).signal(DISPATCH_WORKSPACE_MESSAGES.nudge);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
