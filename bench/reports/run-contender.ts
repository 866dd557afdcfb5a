import type { Client, WorkflowHandle } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { REPORT_RUN_WORKFLOW, type ReportRunInput, type ReportRunResult } from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import type { BenchTenancy } from '../insights/bench-tenancy.ts';
import type { BenchCaller } from './bench-caller.ts';
import { NO_OP_TASK_QUEUE, type noOp } from './no-op-workflow.ts';
import { RUN_TIMEOUTS } from './timeouts.ts';

/** A run in progress. */
export interface StartedRun {
  readonly id: string;
  /** The start of its measured time, by `performance.now()`. */
  readonly began: number;
}

/** A way to run a workflow with one activity. */
export interface RunContender {
  readonly name: string;
  /** The type of its workflow. */
  readonly workflow: string;
  start(name: string): Promise<StartedRun>;
}

/** The contender of report runs. The time of a run begins at its 202, before the relay starts its workflow. */
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

/**
 * The contender of no-ops. The time of a no-op begins at the call that starts its workflow. The call has the same
 * arguments as a call of the relay.
 */
export function noOpContender(client: Client, tenancy: BenchTenancy): RunContender {
  return {
    name: 'no-op',
    workflow: 'noOp',
    start: async (report) => {
      const began = performance.now();
      const id = `noop_${randomUUID()}`;
      const input: ReportRunInput = { runId: id, attempt: 0, timeouts: RUN_TIMEOUTS };
      await client.workflow.start<typeof noOp>('noOp', {
        workflowId: id,
        taskQueue: NO_OP_TASK_QUEUE,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowTaskTimeout: '3s',
        args: [input],
        memo: { report, saved_view: 'sv_00000000000000000000000001', view_revision: '1' },
        staticSummary: `No-op “${report}”, without a requester`,
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

/** Waits for the result of a workflow, which must exist because the run has settled. */
export function waitForResult(client: Client, { id }: StartedRun): Promise<ReportRunResult> {
  return client.workflow.getHandle<() => Promise<ReportRunResult>>(id).result();
}

/** The types of the events of a closed workflow, in order. */
export async function readEventTypes(client: Client, { id }: StartedRun): Promise<string[]> {
  const handle: WorkflowHandle = client.workflow.getHandle(id);
  const { events } = await handle.fetchHistory();
  return (events ?? []).map(({ eventType }) => String(eventType));
}
