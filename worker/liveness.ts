import type { NativeConnection, Worker } from '@temporalio/worker';
import type { Component } from '../domain/components.ts';
import type { HeartbeatStore } from '../store/heartbeats.ts';

const ANSWER_MS = 3_000;

/** Which parts of this process are at work right now. */
export interface Liveness {
  /** Parts that work on their own, such as the reconciler. */
  readonly always: readonly Component[];
  /** Undefined until Temporal has answered for the first time. */
  connection(): NativeConnection | undefined;
  /** The workers of task queues that were made so far. */
  readonly workers: ReadonlyMap<Component, Worker>;
}

/**
 * Reports the parts of this process that are at work. The relay and the workers are not while Temporal does not
 * answer, whatever their own state says.
 */
export async function reportLiveness(
  heartbeats: HeartbeatStore,
  instanceId: string,
  liveness: Liveness,
): Promise<void> {
  const alive: Component[] = [...liveness.always];
  const connection = liveness.connection();
  if (connection !== undefined && (await isAnswering(connection))) {
    alive.push('relay');
    for (const [component, worker] of liveness.workers) if (worker.getState() === 'RUNNING') alive.push(component);
  }
  await Promise.all(alive.map((component) => heartbeats.beat(component, instanceId)));
}

async function isAnswering(connection: NativeConnection): Promise<boolean> {
  try {
    await connection.withDeadline(Date.now() + ANSWER_MS, () => connection.workflowService.getSystemInfo({}));
    return true;
  } catch {
    return false;
  }
}
