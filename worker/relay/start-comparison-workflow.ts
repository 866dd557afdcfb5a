import type { Client } from '@temporalio/client';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import type { RunTimeouts } from '../../domain/reports/report-run.ts';
import type { ComparisonStart } from '../../store/comparisons/comparison-start-store.ts';
import {
  COMPARISON_RUN_WORKFLOW,
  COMPARISON_RUNS_TASK_QUEUE,
  comparisonRunWorkflowId,
  WORKFLOW_TASK_TIMEOUT,
  type ComparisonRunInput,
} from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { shortenSummary } from '../../workflows/shorten-summary.ts';
import { PROVIDER_CALL_MS } from '../temporal/provider-call-ms.ts';

/** Starts the workflow of a comparison run unless it already runs. */
export async function startComparisonWorkflow(
  client: Client,
  run: ComparisonStart & { readonly namesArePlain: boolean },
  { heartbeatMs }: Pick<RunTimeouts, 'heartbeatMs'>,
): Promise<void> {
  const { runId, comparisonName, comparisonId, sampleId, cases, namesArePlain } = run;
  const input: ComparisonRunInput = { runId, timeouts: { heartbeatMs, callMs: PROVIDER_CALL_MS } };
  await client.workflow.start(COMPARISON_RUN_WORKFLOW, {
    workflowId: comparisonRunWorkflowId(runId),
    taskQueue: COMPARISON_RUNS_TASK_QUEUE,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    args: [input],
    memo: { comparison: comparisonName, comparison_id: comparisonId, sample_id: sampleId, cases },
    staticSummary: shortenSummary(`Comparison “${comparisonName}”: ${cases} cases on two arms`),
    staticDetails: detailsOf(run),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: run.organizationId },
      { key: SEARCH_ATTRIBUTES.workspaceId, value: run.workspaceId },
      ...(namesArePlain ? [{ key: SEARCH_ATTRIBUTES.comparisonName, value: comparisonName }] : []),
      { key: SEARCH_ATTRIBUTES.runState, value: run.state },
    ],
  });
}

function detailsOf(run: ComparisonStart): string {
  return [
    `- **Comparison:** ${escapeMarkdown(run.comparisonName)} (\`${run.comparisonId}\`, ${run.kind})`,
    `- **Sample:** \`${run.sampleId}\`, ${run.cases} cases, each once on the baseline and once on the candidate`,
    `- **Environment:** \`${run.environmentId}\` in workspace \`${run.workspaceId}\` of \`${run.organizationId}\``,
  ].join('\n');
}
