import { isGrpcServiceError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Clock } from '../domain/clock.ts';
import type { FaultPoints } from '../domain/fault-points.ts';
import { isSettled, type RunState } from '../domain/report-run.ts';
import type { OutboxItem, OutboxStore } from '../store/outbox-store.ts';
import type { RunStart, RunStartStore } from '../store/run-starts.ts';
import {
  REPORT_RUN_WORKFLOW,
  REQUESTED_RUNS_TASK_QUEUE,
  reportRunWorkflowId,
  runIdOfWorkflow,
  type ReportRunInput,
} from '../workflows/public.ts';
import type { reportRun } from '../workflows/report-run.ts';
import { SEARCH_ATTRIBUTES } from '../workflows/search-attributes.ts';
import type { WorkerLog } from './worker-log.ts';

/** More starts at once only add latency: one dev server takes about 260 a second at any concurrency. */
const BATCH = 10;
const CALL_MS = 10_000;
/** Outlives a call to Temporal, so that no second relay works on an item that is still in flight. */
const LEASE_MS = CALL_MS + 5_000;
/** A task that is handed out and lost waits for this long; the server's default is 10 s. */
const WORKFLOW_TASK_TIMEOUT = '3s';
const MAX_SUMMARY_BYTES = 200;
/** What a run is shown as from its start on. The workflow begins with an attempt, and to say so again costs an event. */
const STARTED_AS: RunState = 'running';

export interface RelayParts {
  readonly outbox: OutboxStore;
  readonly runStarts: RunStartStore;
  readonly client: Client;
  readonly clock: Clock;
  readonly timeouts: ReportRunInput['timeouts'];
  readonly faultPoints: FaultPoints;
  readonly log: WorkerLog;
}

/**
 * Carries over everything that is due in the outbox, at least once, or as much as is in hand when `signal` aborts: while
 * Temporal is away, many items are due again before the last one was tried. No row is locked while Temporal is called; a
 * doubled start meets the workflow that runs, and a run takes itself only once.
 */
export async function drainOutbox(parts: RelayParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const items = await parts.outbox.lease({ limit: BATCH, leaseMs: LEASE_MS });
    await Promise.all(items.map((item) => carryOver(parts, item)));
    if (items.length < BATCH) return;
  }
}

async function carryOver(parts: RelayParts, item: OutboxItem): Promise<void> {
  const { client, clock, faultPoints, log, outbox } = parts;
  const members = {
    run_id: runIdOfWorkflow(item.workflowId),
    workflow_id: item.workflowId,
    outbox_id: String(item.outboxId),
  };
  try {
    faultPoints.reach('relay.before_start');
    await client.withDeadline(clock.now().getTime() + CALL_MS, () => tellTemporal(parts, item));
    faultPoints.reach('relay.after_start');
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    if (isTemporalAway(error)) {
      log.warn({ ...members, err: error }, 'Temporal is away; an outbox item waits');
      await outbox.postpone(item, sentence);
      return;
    }
    log.error({ ...members, err: error, tries: item.tries + 1 }, 'an outbox item failed');
    await outbox.reschedule(item, sentence);
    return;
  }
  await outbox.markSent(item);
  log.info({ ...members, kind: item.kind }, 'carried over an outbox item');
}

async function tellTemporal({ client, runStarts, timeouts }: RelayParts, item: OutboxItem): Promise<void> {
  switch (item.kind) {
    case 'start_report_run': {
      const run = await runStarts.find(runIdOfWorkflow(item.workflowId));
      if (run !== undefined && !isSettled(run.state)) await startRun(client, run, timeouts);
      return;
    }
    case 'cancel_report_run':
      await client.workflow
        .getHandle(item.workflowId)
        .cancel()
        .catch((error: unknown) => {
          // It never started, or has ended: there is nothing left to cancel.
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        });
  }
}

async function startRun(client: Client, run: RunStart, timeouts: ReportRunInput['timeouts']): Promise<void> {
  const { runId, attempt } = run;
  await client.workflow.start<typeof reportRun>(REPORT_RUN_WORKFLOW, {
    workflowId: reportRunWorkflowId(runId),
    taskQueue: REQUESTED_RUNS_TASK_QUEUE,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    args: [{ runId, attempt, shownAs: STARTED_AS, timeouts }],
    memo: { report: run.reportName, saved_view: run.savedViewId, view_revision: run.viewRevision },
    staticSummary: summaryOf(run.reportName),
    staticDetails: detailsOf(run),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: run.organizationId },
      { key: SEARCH_ATTRIBUTES.workspaceId, value: run.workspaceId },
      { key: SEARCH_ATTRIBUTES.reportId, value: run.reportId },
      { key: SEARCH_ATTRIBUTES.runState, value: STARTED_AS },
    ],
  });
}

/** Temporal keeps 200 bytes of a summary; a name of 120 characters can have more. */
function summaryOf(reportName: string): string {
  const summary = `Report “${reportName}”, asked by a person`;
  if (Buffer.byteLength(summary) <= MAX_SUMMARY_BYTES) return summary;
  // Cutting in the middle of a character leaves replacement characters at the end, which are dropped.
  const cut = Buffer.from(summary)
    .subarray(0, MAX_SUMMARY_BYTES - Buffer.byteLength('…'))
    .toString();
  return `${cut.replace(/\uFFFD+$/u, '')}…`;
}

function detailsOf(run: RunStart): string {
  return [
    `- **Report:** ${run.reportName} (\`${run.reportId}\`)`,
    `- **Question:** saved view \`${run.savedViewId}\`, revision ${run.viewRevision}`,
    `- **Window:** ${run.windowFrom.toISOString()} to ${run.windowTo.toISOString()}`,
    `- **Workspace:** \`${run.workspaceId}\` of \`${run.organizationId}\``,
  ].join('\n');
}

/** CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED and UNAVAILABLE say something about the server, not about the item. */
const AWAY_CODES: readonly number[] = [1, 4, 8, 14];

function isTemporalAway(error: unknown): boolean {
  if (isGrpcServiceError(error)) return AWAY_CODES.includes(error.code);
  return error instanceof Error && error.cause !== undefined && isTemporalAway(error.cause);
}
