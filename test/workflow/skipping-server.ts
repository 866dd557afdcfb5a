import { expect, inject, onTestFinished } from 'vitest';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { Worker, type NativeConnection } from '@temporalio/worker';
import { openSkippingEnvironment } from '../../testing/engines/skipping-environment.ts';

/** A time-skipping server, and the function that advances its clock. */
export interface SkippingServer {
  readonly client: Client;
  readonly connection: NativeConnection;
  /** Advances the server's time. Timers that become due fire. */
  readonly pass: (seconds: number) => Promise<void>;
}

/**
 * A separate time-skipping server with a worker of these activities. The plain client never unlocks time while it waits
 * for a result, so time advances only on the test's request.
 */
export async function openSkippingServer(taskQueue: string, activities: object): Promise<SkippingServer> {
  const env = await openSkippingEnvironment();
  const server: SkippingServer = {
    client: new Client({ connection: env.connection }),
    connection: env.nativeConnection,
    pass: (seconds) => env.sleep(seconds * 1000),
  };
  await startSkippingWorker(server, taskQueue, activities);
  return server;
}

/** Starts a worker of one queue that runs until the test ends. */
export async function startSkippingWorker(
  { connection }: SkippingServer,
  taskQueue: string,
  activities: object,
): Promise<void> {
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: { ...activities },
    shutdownGraceTime: '100ms',
    debugMode: true,
  });
  const running = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await running;
  });
}

/** Polls long enough for a busy machine. Everything here happens immediately or never. */
export function eventually<Value>(look: () => Value): ReturnType<typeof expect.poll<Value>> {
  return expect.poll(look, { timeout: 20_000 });
}

/** The summaries of a workflow's actions, in order. */
export async function readSummaries(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ userMetadata }) => {
    const data = userMetadata?.summary?.data;
    return data ? [JSON.parse(Buffer.from(data).toString()) as string] : [];
  });
}
