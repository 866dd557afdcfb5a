import type { Client } from '@temporalio/client';
import { DISPATCH_WORKSPACE_MESSAGES } from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { RUN_TIMEOUTS } from '../reports/timeouts.ts';
import { forEachConcurrently, type DueContender } from './due-contender.ts';
import { listWorkspaceIds, type BenchPeople } from './made-schedules.ts';
import { NO_OP_DISPATCH_TASK_QUEUE, type noOpDispatch } from './no-op-workflows.ts';

/** The contender of workflows with the same structure that do nothing, one after the other in each workspace. */
export function noOpContender(client: Client, { organizationId }: BenchPeople): DueContender {
  return {
    name: 'no-op control',
    workflow: 'noOpOccurrence',
    dispatcherOf: (workspaceId) => `noop_${workspaceId}`,
    preparationSeconds: ({ workspaces }) => 4 + workspaces / 8,
    prepare: async (batch, dueAt) => {
      const schedules = batch.schedules / batch.workspaces;
      await forEachConcurrently(listWorkspaceIds(batch), (workspaceId) =>
        client.workflow.signalWithStart<typeof noOpDispatch>('noOpDispatch', {
          workflowId: `noop_${workspaceId}`,
          taskQueue: NO_OP_DISPATCH_TASK_QUEUE,
          workflowTaskTimeout: '3s',
          signal: DISPATCH_WORKSPACE_MESSAGES.nudge,
          args: [{ organizationId, workspaceId, schedules, dueAtMs: dueAt.getTime(), timeouts: RUN_TIMEOUTS }],
          staticSummary: `Schedules of workspace ${workspaceId}`,
          typedSearchAttributes: [
            { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
            { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
          ],
        }),
      );
      return undefined;
    },
    verify: () => Promise.resolve(),
  };
}
