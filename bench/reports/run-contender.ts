import type { Client, WorkflowHandle } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { REPORT_RUN_WORKFLOW, type ReportRunInput, type ReportRunResult } from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import type { BenchTenancy } from '../insights/bench-tenancy.ts';
import type { BenchCaller } from './bench-caller.ts';
import { NO_OP_TASK_QUEUE, type noOp } from './no-op-workflow.ts';
import { TIMEOUTS } from './timeouts.ts';

/** A run on its way. */
export interface StartedRun {
  readonly id: string;
  /** The start of its life, by `performance.now()`. */
  readonly began: number;
}

/** One way to have a workflow with one activity run. */
export interface RunContender {
  readonly name: string;
  /** The type of its workflow. */
  readonly workflow: string;
  start(name: string): Promise<StartedRun>;
}

/** A report run lives from its 202 on: the relay has yet to start its workflow. */
export function reportRunContender(name: string, caller: BenchCaller): RunContender {
  return {
    name,
    workflow: REPORT_RUN_WORKFLOW,
    start: async (report) => {
      const { run } = await caller.createReport(report);
      return { id: run.run_id, began: performance.now() };
    },
  };
}

/** A no-op lives from the call on that starts its workflow, with all that the relay tells Temporal of a run. */
export function noOpContender(client: Client, tenancy: BenchTenancy): RunContender {
  return {
    name: 'no-op',
    workflow: 'noOp',
    start: async (report) => {
      const began = performance.now();
      const id = `noop_${randomUUID()}`;
      const input: ReportRunInput = { runId: id, attempt: 0, timeouts: TIMEOUTS };
      await client.workflow.start<typeof noOp>('noOp', {
        workflowId: id,
        taskQueue: NO_OP_TASK_QUEUE,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowTaskTimeout: '3s',
        args: [input],
        memo: { report, saved_view: 'sv_00000000000000000000000001', view_revision: '1' },
        staticSummary: `No-op “${report}”, asked by nobody`,
        staticDetails: `- **Report:** ${report}\n- **Workspace:** \`${tenancy.workspaceId}\``,
        typedSearchAttributes: [
          { key: SEARCH_ATTRIBUTES.organizationId, value: tenancy.organizationId },
          { key: SEARCH_ATTRIBUTES.workspaceId, value: tenancy.workspaceId },
          { key: SEARCH_ATTRIBUTES.reportId, value: id },
          { key: SEARCH_ATTRIBUTES.runState, value: 'queued' },
        ],
      });
      return { id, began };
    },
  };
}

/** The workflow of a run that has settled, so that it is there for certain. */
export function resultOf(client: Client, { id }: StartedRun): Promise<ReportRunResult> {
  return client.workflow.getHandle<() => Promise<ReportRunResult>>(id).result();
}

/** The types of the events of a closed workflow, in their order. */
export async function eventsOf(client: Client, { id }: StartedRun): Promise<string[]> {
  const handle: WorkflowHandle = client.workflow.getHandle(id);
  const { events } = await handle.fetchHistory();
  return (events ?? []).map(({ eventType }) => String(eventType));
}
