import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRetentionActivities,
  type RetentionPorts,
  type SweepSliceResult,
} from '../../../activities/installation/retention-activities.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import { SWEEP_START, type SweepCursor } from '../../../domain/installation/retention-sweep.ts';
import {
  daysAfterEnd,
  openSweptWorld,
  type SweptWorkspace,
  type SweptWorld,
} from '../store/installation/swept-world.ts';

let world: SweptWorld;
let workspaces: SweptWorkspace[];

/** Three workspaces, ordered by id, with a ready and a failed run each, all ended 90 days ago. */
beforeEach(async () => {
  world = await openSweptWorld();
  workspaces = [await world.workspace(), await world.workspace(), await world.workspace()];
  workspaces.sort((one, other) => (one.workspaceId < other.workspaceId ? -1 : 1));
  for (const workspace of workspaces) for (const state of ['ready', 'failed'] as const) await workspace.run(state);
  await world.pool.query('UPDATE workflow_outbox SET sent_at = created_at');
  world.clock.set(daysAfterEnd(90));
});
afterEach(() => world.close());

const ALL = {
  workspaces: 3,
  answers: 3,
  runs: 6,
  idempotency_keys: 9,
  outbox_items: 9,
  heartbeats: 0,
  audit_events: 0,
  cache_entries: 0,
  quarantined_lines: 0,
  notices: 0,
  experiment_answers: 0,
  contents: 0,
};

interface Attempt {
  readonly environment: MockActivityEnvironment;
  /** The heartbeats to Temporal, in order. */
  readonly places: SweepCursor[];
  readonly logged: object[];
  readonly run: (place?: SweepCursor, sliceMs?: number) => Promise<SweepSliceResult>;
}

/** Expired content in this number of files, in batches. */
function dueContents(files: number): RetentionPorts['contents'] {
  let left = files;
  return {
    removeDue(limit) {
      const removed = Math.min(left, limit);
      left -= removed;
      return Promise.resolve(removed);
    },
  };
}

/** Runs one attempt at a slice in place of Temporal, after an attempt whose last heartbeat had `heartbeatDetails`. */
function attempt(
  sweeps: RetentionPorts['sweeps'] = world.sweeps,
  heartbeatDetails?: SweepCursor,
  contents = dueContents(0),
): Attempt {
  const environment = new MockActivityEnvironment({ heartbeatDetails }, { logger: new DefaultLogger('ERROR') });
  const places: SweepCursor[] = [];
  const logged: object[] = [];
  environment.on('heartbeat', (cursor: SweepCursor) => places.push(cursor));
  const log = { info: (members: object) => void logged.push(members) };
  const activities = createRetentionActivities({
    sweeps,
    contents,
    clock: world.clock,
    faultPoints: noFaultPoints,
    log,
  });
  const run = (cursor = SWEEP_START, sliceMs = 60_000): Promise<SweepSliceResult> =>
    environment.run((input: { place: SweepCursor; sliceMs: number }) => activities.sweepRetention(input), {
      place: cursor,
      sliceMs,
    });
  return { environment, places, logged, run };
}

/** The store. It calls `onBatch` with the workspace before each batch of a workspace. */
function watched(onBatch: (workspaceId: string, kind: string) => void): RetentionPorts['sweeps'] {
  return {
    ...world.sweeps,
    removeFromWorkspace: (kind, workspaceId, limit) => {
      onBatch(workspaceId, kind);
      return world.sweeps.removeFromWorkspace(kind, workspaceId, limit);
    },
  };
}

describe('a retention sweep', () => {
  it('reads all workspaces, removes expired rows, and leaves a record and a log line', async () => {
    const { run, places, logged } = attempt();
    const { place: cursor, isDone } = await run();
    expect([isDone, cursor.counts]).toEqual([true, ALL]);
    expect(cursor.doneUpTo).toBe(workspaces[2]!.workspaceId);
    expect(await world.sweeps.last()).toEqual({ finishedAt: new Date(daysAfterEnd(90)), counts: ALL });
    expect(logged).toEqual([{ workflow_id: 'test', ...ALL }]);
    expect(places.at(-1)).toEqual(cursor);
    expect([...new Set(places.map(({ doneUpTo }) => doneUpTo))]).toEqual([
      '',
      ...workspaces.map((one) => one.workspaceId),
    ]);
    // The runs that never ended and their reports remain.
    expect([await world.count('report_runs'), await world.count('reports')]).toEqual([3, 3]);
  });

  it('removes captured content in batches, and counts its files', async () => {
    const { place: cursor, isDone } = await attempt(world.sweeps, undefined, dueContents(2_001)).run();
    expect([isDone, cursor.counts]).toEqual([true, { ...ALL, contents: 2_001 }]);
    expect((await world.sweeps.last())?.counts.contents).toBe(2_001);
  });

  it('has no work the next time', async () => {
    await attempt().run();
    const { place: cursor, isDone } = await attempt().run();
    expect([isDone, cursor]).toEqual([true, SWEEP_START]);
  });

  it('that was interrupted between two batches continues after its last heartbeat, and counts everything once', async () => {
    const broken = attempt(
      watched((workspaceId, kind) => {
        if (workspaceId === workspaces[1]!.workspaceId && kind === 'runs') throw new Error('The store is away.');
      }),
    );
    await expect(broken.run()).rejects.toThrow('The store is away.');
    expect(await world.sweeps.last()).toBeUndefined();
    const swept = new Set<string>();
    const next = attempt(
      watched((workspaceId) => swept.add(workspaceId)),
      broken.places.at(-1),
    );
    const { place: cursor, isDone } = await next.run();
    expect([isDone, cursor.counts]).toEqual([true, ALL]);
    expect([...swept]).toEqual(workspaces.slice(1).map(({ workspaceId }) => workspaceId));
  });

  it('that lost its last heartbeats still removes the rest', async () => {
    const killed = attempt(
      watched((workspaceId) => {
        if (workspaceId === workspaces[2]!.workspaceId) throw new Error('Killed.');
      }),
    );
    await expect(killed.run()).rejects.toThrow('Killed.');
    expect((await attempt(world.sweeps, killed.places[0]).run()).isDone).toBe(true);
    expect([await world.count('report_runs'), await world.count('idempotency_keys')]).toEqual([3, 0]);
  });

  it('ends its slice at its time limit, and the next slice continues there', async () => {
    const slow = attempt(watched(() => world.clock.set(new Date(world.clock.now().getTime() + 1_000).toISOString())));
    const slices = [await slow.run(SWEEP_START, 4_000)];
    while (!slices.at(-1)!.isDone) slices.push(await slow.run(slices.at(-1)!.place, 4_000));
    expect(slices.map(({ place: cursor, isDone }) => [cursor.counts.workspaces, isDone])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(slices.at(-1)!.place.counts).toEqual(ALL);
  });

  it('hands over its cursor when its worker shuts down', async () => {
    const stopped: Attempt = attempt(
      watched((workspaceId) => {
        if (workspaceId === workspaces[1]!.workspaceId) stopped.environment.cancel('WORKER_SHUTDOWN');
      }),
    );
    const { place: cursor, isDone } = await stopped.run();
    expect([isDone, cursor.doneUpTo, cursor.counts.answers]).toEqual([false, workspaces[0]!.workspaceId, 2]);
    expect((await attempt().run(cursor)).place.counts).toEqual(ALL);
  });

  it('stops between two batches when it is cancelled', async () => {
    const cancelled: Attempt = attempt(
      watched((workspaceId) => {
        if (workspaceId === workspaces[1]!.workspaceId) cancelled.environment.cancel('CANCELLED');
      }),
    );
    await expect(cancelled.run()).rejects.toThrow('CANCELLED');
    expect(await world.count('report_answers', undefined)).toBe(1);
    expect(await world.sweeps.last()).toBeUndefined();
  });

  it('concurrent with another one removes everything once', async () => {
    const [one, other] = await Promise.all([attempt().run(), attempt().run()]);
    expect([one.isDone, other.isDone]).toEqual([true, true]);
    await attempt().run();
    for (const kind of ['answers', 'runs', 'idempotency_keys', 'outbox_items'] as const) {
      expect(one.place.counts[kind] + other.place.counts[kind]).toBeLessThanOrEqual(ALL[kind]);
    }
    expect([await world.count('report_runs'), await world.count('report_answers')]).toEqual([3, 0]);
    expect([await world.count('idempotency_keys'), await world.count('workflow_outbox')]).toEqual([0, 0]);
  });
});
