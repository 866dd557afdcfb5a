import { inject, onTestFinished } from 'vitest';
import { Client, type WorkflowHandle } from '@temporalio/client';
import proto from '@temporalio/proto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { quietTemporal } from '../support/quiet-temporal.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';

const { IndexedValueType } = proto.temporal.api.enums.v1;

/** A time-skipping server with one worker, and the clock to move. */
export interface SkippingServer {
  readonly client: Client;
  /** Moves the server's time; timers due in between fire. */
  readonly pass: (seconds: number) => Promise<void>;
}

/**
 * A time-skipping server of the test's own with a worker of these activities. The plain client never unlocks time by
 * waiting for a result, so time moves only when a test says so.
 */
export async function openSkippingServer(taskQueue: string, activities: object): Promise<SkippingServer> {
  quietTemporal();
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: inject('testServerPath') } },
  });
  onTestFinished(() => env.teardown());
  await env.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(
      Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, IndexedValueType[`INDEXED_VALUE_TYPE_${type}`]]),
    ),
  });
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: { ...activities },
    shutdownGraceTime: '100ms',
  });
  const running = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await running;
  });
  return { client: new Client({ connection: env.connection }), pass: (seconds) => env.sleep(seconds * 1000) };
}

/** The summaries of what a workflow did, in order. */
export async function summariesOf(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ userMetadata }) => {
    const data = userMetadata?.summary?.data;
    return data ? [JSON.parse(Buffer.from(data).toString()) as string] : [];
  });
}
