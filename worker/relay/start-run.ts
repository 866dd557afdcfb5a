import type { Client } from '@temporalio/client';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import type { RunState, RunTimeouts } from '../../domain/reports/report-run.ts';
import type { RunStart } from '../../store/reports/run-start-store.ts';
import { nameAttributes } from '../../workflows/schedules/occurrence-start.ts';
import {
  REPORT_RUN_WORKFLOW,
  REQUESTED_RUNS_TASK_QUEUE,
  reportRunWorkflowId,
  WORKFLOW_TASK_TIMEOUT,
} from '../../workflows/public.ts';
import type { reportRun } from '../../workflows/reports/report-run.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { shortenSummary } from '../../workflows/shorten-summary.ts';

/**
 * The state in the search attributes from the start on. The workflow begins with an attempt, and another upsert would
 * cost an event.
 */
const STARTED_AS: RunState = 'running';

/** Starts the workflow of a requested run unless it already runs. */
export async function startRun(
  client: Client,
  run: RunStart & { readonly namesArePlain: boolean },
  timeouts: RunTimeouts,
): Promise<void> {
  const { runId, attempt } = run;
  await client.workflow.start<typeof reportRun>(REPORT_RUN_WORKFLOW, {
    workflowId: reportRunWorkflowId(runId),
    taskQueue: REQUESTED_RUNS_TASK_QUEUE,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    args: [{ runId, attempt, shownAs: STARTED_AS, timeouts }],
    memo: { report: run.reportName, saved_view: run.savedViewId, view_revision: run.viewRevision },
    staticSummary: shortenSummary(`Report “${run.reportName}”, requested by a person`),
    staticDetails: detailsOf(run),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: run.organizationId },
      { key: SEARCH_ATTRIBUTES.workspaceId, value: run.workspaceId },
      { key: SEARCH_ATTRIBUTES.reportId, value: run.reportId },
      ...nameAttributes(run),
      { key: SEARCH_ATTRIBUTES.reportRunId, value: runId },
      { key: SEARCH_ATTRIBUTES.runState, value: STARTED_AS },
    ],
  });
}

function detailsOf(run: RunStart): string {
  return [
    `- **Report:** ${escapeMarkdown(run.reportName)} (\`${run.reportId}\`)`,
    `- **Question:** saved view \`${run.savedViewId}\`, revision ${run.viewRevision}`,
    `- **Window:** ${run.windowFrom.toISOString()} to ${run.windowTo.toISOString()}`,
    `- **Workspace:** \`${run.workspaceId}\` of \`${run.organizationId}\``,
  ].join('\n');
}
