import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { isSettled, type RunTimeouts } from '../../domain/reports/report-run.ts';
import type { DispatcherStartStore } from '../../store/schedules/dispatcher-start-store.ts';
import type { OccurrenceStartStore } from '../../store/schedules/occurrence-start-store.ts';
import type { OutboxItem } from '../../store/outbox/outbox-store.ts';
import type { RunStartStore } from '../../store/reports/run-start-store.ts';
import {
  comparisonRunIdOfWorkflow,
  occurrenceIdOfWorkflow,
  runIdOfWorkflow,
  workspaceIdOfWorkflow,
} from '../../workflows/public.ts';
import { hasEnded } from '../../domain/comparisons/comparison-run.ts';
import type { ComparisonStartStore } from '../../store/comparisons/comparison-start-store.ts';
import { nudgeDispatcher } from './nudge-dispatcher.ts';
import { showMissedOccurrence } from './show-missed-occurrence.ts';
import { startComparisonRun } from './start-comparison-run.ts';
import { startRun } from './start-run.ts';

/** What the relay reads and calls to carry one item over. */
export interface TemporalParts {
  readonly client: Client;
  readonly runStarts: RunStartStore;
  readonly dispatcherStarts: DispatcherStartStore;
  readonly occurrenceStarts: OccurrenceStartStore;
  readonly comparisonStarts: ComparisonStartStore;
  readonly timeouts: RunTimeouts;
  /** Whether search attributes, which are never encrypted, may hold names that customers gave. */
  readonly namesArePlain: boolean;
}

/** Does in Temporal what an item of the outbox asks for; one whose subject is gone or ended asks for nothing any more. */
export async function tellTemporal(
  parts: TemporalParts,
  { kind, workflowId }: Pick<OutboxItem, 'kind' | 'workflowId'>,
): Promise<void> {
  const { client, timeouts, namesArePlain } = parts;
  switch (kind) {
    case 'start_report_run': {
      const run = await parts.runStarts.find(runIdOfWorkflow(workflowId));
      if (run !== undefined && !isSettled(run.state)) await startRun(client, { ...run, namesArePlain }, timeouts);
      return;
    }
    case 'nudge_dispatcher': {
      const workspace = await parts.dispatcherStarts.find(workspaceIdOfWorkflow(workflowId));
      if (workspace !== undefined) await nudgeDispatcher(client, workspace, timeouts);
      return;
    }
    case 'show_missed_occurrence': {
      const occurrence = await parts.occurrenceStarts.find(occurrenceIdOfWorkflow(workflowId));
      if (occurrence?.state === 'missed')
        await showMissedOccurrence(client, { ...occurrence, namesArePlain }, timeouts);
      return;
    }
    case 'start_comparison_run': {
      const run = await parts.comparisonStarts.find(comparisonRunIdOfWorkflow(workflowId));
      if (run !== undefined && !hasEnded(run.state)) await startComparisonRun(client, run, timeouts);
      return;
    }
    case 'cancel_report_run':
    case 'cancel_comparison_run':
    case 'cancel_occurrence':
      await client.workflow
        .getHandle(workflowId)
        .cancel()
        .catch((error: unknown) => {
          // It never started, or has ended: there is nothing left to cancel.
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        });
  }
}
