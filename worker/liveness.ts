import type { NativeConnection, Worker } from '@temporalio/worker';
import type { AnalyticsClient } from '../analytics/analytics-client.ts';
import type { Component, OptionalLoop } from '../domain/kernel/components.ts';
import type { HeartbeatStore } from '../store/installation/heartbeat-store.ts';

const ANSWER_MS = 3_000;

/** The parts of this process whose state decides which heartbeats it writes. */
export interface Liveness {
  /** Parts that work without Temporal, such as the reconciler. */
  readonly always: readonly Component[];
  /** True if this worker is configured to validate judges automatically. */
  readonly sweepsJudges: boolean;
  /** The engine that runs read from. */
  readonly clickhouse: Pick<AnalyticsClient, 'ping'>;
  /** Undefined until Temporal has answered for the first time. */
  connection(): NativeConnection | undefined;
  /** The workers that were created so far, by component. */
  readonly workers: ReadonlyMap<Component, Worker>;
}

/**
 * Reports the parts of this process that work. The relay and the workers do not work while Temporal does not answer.
 * The reader works while ClickHouse answers. The worker of due runs also delivers, so the inbox is alive with it. The
 * worker of housekeeping runs the sweep of judges if the configuration enables it.
 */
export async function reportLiveness(
  heartbeats: Pick<HeartbeatStore, 'beat'>,
  instanceId: string,
  liveness: Liveness,
): Promise<void> {
  const [isReading, connected] = await Promise.all([isReadable(liveness), connectedParts(liveness)]);
  const alive = [...liveness.always, ...(isReading ? (['reader'] as const) : []), ...connected];
  await Promise.all(alive.map((component) => heartbeats.beat(component, instanceId)));
}

async function connectedParts(liveness: Liveness): Promise<(Component | OptionalLoop)[]> {
  const connection = liveness.connection();
  if (connection === undefined || !(await isAnswering(connection))) return [];
  const running = [...liveness.workers].flatMap(([component, worker]) =>
    worker.getState() === 'RUNNING' ? [component] : [],
  );
  const sweeps = liveness.sweepsJudges && running.includes('worker.housekeeping');
  return [
    'relay',
    ...running,
    ...(running.includes('worker.due_runs') ? (['inbox'] as const) : []),
    ...(sweeps ? (['worker.judge_sweep'] as const) : []),
  ];
}

async function isReadable({ clickhouse }: Liveness): Promise<boolean> {
  const { success } = await clickhouse.ping({ select: false, abort_signal: AbortSignal.timeout(ANSWER_MS) });
  return success;
}

async function isAnswering(connection: NativeConnection): Promise<boolean> {
  try {
    await connection.withDeadline(Date.now() + ANSWER_MS, () => connection.workflowService.getSystemInfo({}));
    return true;
  } catch {
    return false;
  }
}
