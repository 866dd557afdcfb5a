import { Context } from '@temporalio/activity';
import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import {
  withMissingCounts,
  withSweepCount,
  INSTALLATION_KINDS,
  WORKSPACE_KINDS,
  type SweepCursor,
  type SweptKind,
} from '../../domain/installation/retention-sweep.ts';
import type { RetentionSweepStore } from '../../store/installation/retention-sweep-store.ts';
import { isShutdown } from '../is-shutdown.ts';
import type { RunPorts } from '../reports/run-ports.ts';

/** The side effects of `retentionSweep`. */
export interface RetentionActivities {
  /**
   * Continues the sweep at `place` for about `sliceMs` milliseconds, or until nothing is left to remove. A retry of an
   * interrupted attempt continues at the position of the last heartbeat.
   */
  sweepRetention(input: { place: SweepCursor; sliceMs: number }): Promise<SweepSliceResult>;
}

/** The position after a slice, and whether the sweep ended with it. */
export interface SweepSliceResult {
  readonly place: SweepCursor;
  readonly isDone: boolean;
}

export interface RetentionPorts {
  readonly sweeps: Pick<
    RetentionSweepStore,
    'nextWorkspace' | 'removeFromWorkspace' | 'removeFromInstallation' | 'record'
  >;
  readonly contents: Pick<ContentStore, 'removeDue'>;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: Pick<RunPorts['log'], 'info'>;
}

/**
 * The maximum number of rows that one statement removes, or of files in one batch. A batch must end well within a
 * heartbeat, and an answer may have 10 MiB: 50 of them are half a gigabyte.
 */
const BATCH = {
  answers: 50,
  runs: 500,
  idempotency_keys: 500,
  outbox_items: 1_000,
  heartbeats: 1_000,
  audit_events: 1_000,
  // An entry may have several megabytes, too.
  cache_entries: 200,
  quarantined_lines: 1_000,
  notices: 1_000,
  // An answer of a model may have a megabyte.
  experiment_answers: 200,
  contents: 1_000,
} as const satisfies Record<SweptKind, number>;

/** Binds the sweep to its stores. */
export function createRetentionActivities({
  sweeps,
  contents,
  clock,
  faultPoints,
  log,
}: RetentionPorts): RetentionActivities {
  return {
    async sweepRetention(input) {
      const context = Context.current();
      const { cancellationSignal: signal, info } = context;
      const until = clock.now().getTime() + input.sliceMs;
      let cursor = withMissingCounts((info.heartbeatDetails as SweepCursor | undefined) ?? input.place);
      for await (const next of steps(sweeps, contents, cursor)) {
        cursor = next;
        faultPoints.reach('sweep.after_batch');
        context.heartbeat(cursor);
        // The next slice continues, on any worker that is then alive.
        if (isShutdown(signal) || clock.now().getTime() >= until) return { place: cursor, isDone: false };
        signal.throwIfAborted();
      }
      await sweeps.record(cursor.counts);
      log.info({ workflow_id: info.workflowExecution?.workflowId, ...cursor.counts }, 'finished a retention sweep');
      return { place: cursor, isDone: true };
    },
  };
}

/** The positions of the sweep after each batch, to its end. */
async function* steps(
  sweeps: RetentionPorts['sweeps'],
  contents: RetentionPorts['contents'],
  start: SweepCursor,
): AsyncGenerator<SweepCursor, void> {
  let cursor = start;
  for (;;) {
    const workspace = await sweeps.nextWorkspace(cursor.doneUpTo);
    if (workspace === undefined) break;
    const { workspaceId, name } = workspace;
    cursor = { ...cursor, workspaceName: name };
    for (const kind of WORKSPACE_KINDS) {
      for await (const removed of batches(BATCH[kind], (limit) =>
        sweeps.removeFromWorkspace(kind, workspaceId, limit),
      )) {
        yield (cursor = withSweepCount(cursor, kind, removed));
      }
    }
    cursor = { ...withSweepCount(cursor, 'workspaces', 1), doneUpTo: workspaceId };
  }
  for (const kind of INSTALLATION_KINDS) {
    for await (const removed of batches(BATCH[kind], (limit) => sweeps.removeFromInstallation(kind, limit))) {
      yield (cursor = withSweepCount(cursor, kind, removed));
    }
  }
  for await (const removed of batches(BATCH.contents, (limit) => contents.removeDue(limit))) {
    yield (cursor = withSweepCount(cursor, 'contents', removed));
  }
  yield cursor;
}

/** The sizes of the batches, up to and including the first that is not full. */
async function* batches(limit: number, remove: (limit: number) => Promise<number>): AsyncGenerator<number, void> {
  let removed: number;
  do {
    removed = await remove(limit);
    yield removed;
  } while (removed === limit);
}
