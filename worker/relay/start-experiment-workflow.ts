import type { Client } from '@temporalio/client';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import type { RunTimeouts } from '../../domain/reports/report-run.ts';
import type { ExperimentStart } from '../../store/quality/experiments/experiment-start-store.ts';
import {
  COMPARISON_RUNS_TASK_QUEUE,
  EXPERIMENT_RUN_WORKFLOW,
  experimentRunWorkflowId,
  WORKFLOW_TASK_TIMEOUT,
  type ExperimentRunInput,
} from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { shortenSummary } from '../../workflows/shorten-summary.ts';
import { PROVIDER_CALL_MS } from '../temporal/provider-call-ms.ts';

/** Starts the workflow of a run of an experiment unless it already runs. */
export async function startExperimentWorkflow(
  client: Client,
  run: ExperimentStart & { readonly namesArePlain: boolean },
  { heartbeatMs }: Pick<RunTimeouts, 'heartbeatMs'>,
): Promise<void> {
  const { runId, experimentId, experimentName, instrument, datasetId, datasetVersion, arms } = run;
  const isNamed = experimentName !== '';
  const summaryName = isNamed ? `“${experimentName}”` : experimentId;
  const identity = `\`${experimentId}\`, ${instrument}`;
  const detail = isNamed ? `${escapeMarkdown(experimentName)} (${identity})` : identity;
  const input: ExperimentRunInput = { runId, timeouts: { heartbeatMs, callMs: PROVIDER_CALL_MS } };
  await client.workflow.start(EXPERIMENT_RUN_WORKFLOW, {
    workflowId: experimentRunWorkflowId(runId),
    taskQueue: COMPARISON_RUNS_TASK_QUEUE,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    args: [input],
    memo: { experiment: experimentName, experiment_id: experimentId, dataset_id: datasetId, instrument },
    staticSummary: shortenSummary(`Experiment ${summaryName}: ${instrument} on ${arms} arms`),
    staticDetails: [
      `- **Experiment:** ${detail}`,
      `- **Dataset:** \`${datasetId}\`, version ${datasetVersion}, on ${arms} arms`,
      `- **Workspace:** \`${run.workspaceId}\` of \`${run.organizationId}\``,
    ].join('\n'),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: run.organizationId },
      { key: SEARCH_ATTRIBUTES.workspaceId, value: run.workspaceId },
      ...(run.namesArePlain && isNamed ? [{ key: SEARCH_ATTRIBUTES.comparisonName, value: experimentName }] : []),
      { key: SEARCH_ATTRIBUTES.runState, value: run.state },
    ],
  });
}
