import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { CancelledFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { RetentionActivities, SweepSliceResult } from '../../activities/installation/retention-activities.ts';
import { SWEEP_START, type SweepCursor } from '../../domain/installation/retention-sweep.ts';
import { HOUSEKEEPING_TASK_QUEUE, RETENTION_SWEEP_WORKFLOW, type RetentionSweepInput } from '../../workflows/public.ts';
import type { retentionSweep } from '../../workflows/installation/retention-sweep.ts';
import { openSkippingServer, readSummaries, type SkippingServer } from './skipping-server.ts';

/** The cursor after a number of workspaces, each of which lost two answers and a run. */
const placeAfter = (workspaces: number): SweepCursor => ({
  doneUpTo: `t_${workspaces}`,
  workspaceName: `Workspace ${workspaces}`,
  counts: { ...SWEEP_START.counts, workspaces, answers: 2 * workspaces, runs: workspaces },
});

/** The function of one attempt at a slice, by its input. */
type Attempt = (given: {
  place: SweepCursor;
  heartbeat: SweepCursor | undefined;
}) => SweepSliceResult | Promise<SweepSliceResult>;

/** Starts a sweep whose attempts run these functions in order. */
async function startSweep(
  attempts: Attempt[],
  timeouts: Partial<RetentionSweepInput['timeouts']> = {},
): Promise<{ server: SkippingServer; handle: WorkflowHandle<typeof retentionSweep>; given: SweepCursor[] }> {
  const given: SweepCursor[] = [];
  const left = [...attempts];
  const activities: RetentionActivities = {
    async sweepRetention({ place: cursor }) {
      const heartbeat = Context.current().info.heartbeatDetails as SweepCursor | undefined;
      given.push(heartbeat ?? cursor);
      return await left.shift()!({ place: cursor, heartbeat });
    },
  };
  const server = await openSkippingServer(HOUSEKEEPING_TASK_QUEUE, activities);
  const handle = await server.client.workflow.start<typeof retentionSweep>(RETENTION_SWEEP_WORKFLOW, {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    workflowId: `retention-sweep-${randomUUID()}`,
    args: [{ timeouts: { heartbeatMs: 5_000, sliceMs: 60_000, ...timeouts } }],
  });
  return { server, handle, given };
}

async function detailsOf(handle: WorkflowHandle): Promise<string> {
  return (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
}

describe('a retention sweep', () => {
  it('that completes with its first slice returns the removed counts', async () => {
    const { handle, given } = await startSweep([() => ({ place: placeAfter(2), isDone: true })]);
    expect(await handle.result()).toEqual(placeAfter(2).counts);
    expect(given).toEqual([SWEEP_START]);
    expect(await detailsOf(handle)).toBe(
      [
        '- **State:** finished',
        '- **Workspaces with something due:** 2, up to `t_2`',
        '- **Removed answers:** 4',
        '- **Removed runs:** 2',
        '- **Removed idempotency keys:** 0',
        '- **Removed outbox items:** 0',
        '- **Removed heartbeats:** 0',
        '- **Removed audit events:** 0',
        '- **Removed cache entries:** 0',
        '- **Removed quarantined lines:** 0',
        '- **Removed notices:** 0',
        '- **Removed experiment answers:** 0',
        '- **Removed contents:** 0',
      ].join('\n'),
    );
  });

  it('continues from slice to slice, and reports its progress and workspace', async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const { handle, given } = await startSweep([
      () => ({ place: placeAfter(1), isDone: false }),
      () => opened.then(() => ({ place: placeAfter(3), isDone: true })),
    ]);
    await expect.poll(() => given.length).toBe(2);
    expect((await detailsOf(handle)).split('\n').slice(0, 3)).toEqual([
      '- **State:** sweeping, now at “Workspace 1”',
      '- **Workspaces with something due:** 1, up to `t_1`',
      '- **Removed answers:** 2',
    ]);
    open();
    expect(await handle.result()).toEqual(placeAfter(3).counts);
    expect(given).toEqual([SWEEP_START, placeAfter(1)]);
    expect(await readSummaries(handle)).toEqual(['sweep, slice 1', 'sweep, slice 2']);
  });

  it('retries a slice after a second if the store is unavailable, from its last heartbeat', async () => {
    const { server, handle, given } = await startSweep([
      () => {
        Context.current().heartbeat(placeAfter(1));
        throw new Error('The store is away.');
      },
      ({ heartbeat }) => ({ place: heartbeat ?? SWEEP_START, isDone: true }),
    ]);
    await expect.poll(() => given.length).toBe(1);
    await server.pass(1);
    expect(await handle.result()).toEqual(placeAfter(1).counts);
    expect(given).toEqual([SWEEP_START, placeAfter(1)]);
  });

  it('takes a slice from a silent worker', async () => {
    const { server, handle, given } = await startSweep(
      [() => Context.current().cancelled, () => ({ place: placeAfter(1), isDone: true })],
      { heartbeatMs: 300 },
    );
    await expect
      .poll(async () => (await handle.describe()).raw.pendingActivities?.[0]?.attempt, { timeout: 10_000 })
      .toBe(2);
    await server.pass(1);
    expect(await handle.result()).toEqual(placeAfter(1).counts);
    expect(given).toHaveLength(2);
  });

  it('that an operator cancels is cancelled, including its slice', async () => {
    let stopped: unknown;
    const { handle, given } = await startSweep(
      [
        async () => {
          const context = Context.current();
          const beating = setInterval(() => context.heartbeat(placeAfter(1)), 50);
          try {
            return await context.cancelled;
          } catch (error) {
            stopped = error;
            throw error;
          } finally {
            clearInterval(beating);
          }
        },
      ],
      { heartbeatMs: 500 },
    );
    await expect.poll(() => given.length).toBe(1);
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
    expect((await handle.describe()).status.name).toBe('CANCELLED');
    await expect.poll(() => stopped, { timeout: 5_000 }).toBeInstanceOf(CancelledFailure);
  });
});
