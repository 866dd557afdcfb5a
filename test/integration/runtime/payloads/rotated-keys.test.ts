import { randomUUID } from 'node:crypto';
import { Client, type WorkflowHandle } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import type { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PayloadKey } from '../../../../runtime/configuration/configuration.ts';
import { createDataConverter } from '../../../../runtime/payloads/data-converter.ts';
import type { PayloadEncryption } from '../../../../runtime/payloads/payload-encryption.ts';
import { nudgeDispatcher } from '../../../../worker/relay/nudge-dispatcher.ts';
import { REPORT_RUN_WORKFLOW, REQUESTED_RUNS_TASK_QUEUE } from '../../../../workflows/public.ts';
import { silentLog } from '../../../../testing/silent-log.ts';
import { openTemporalWorld } from '../../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { bundleWorkflows } from '../../../../testing/engines/workflow-bundle.ts';
import { createFakeRun, type FakeRun } from '../../../workflow/fake-run.ts';
import { createFakePlans } from '../../../workflow/fake-schedules.ts';
import { WORKER_QUEUES } from '../../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../../worker/work-on-queue.ts';

const TIMEOUTS = { heartbeatMs: 5_000, attemptMs: 60_000 };
const A: PayloadKey = { id: 'a', key: Buffer.alloc(32, 1) };
const B: PayloadKey = { id: 'b', key: Buffer.alloc(32, 2) };

const clock = { now: () => new Date() };
const never = { plainPayloadsUntil: undefined };
const migrating = { plainPayloadsUntil: new Date('2099-01-01T00:00:00Z') };

/** The settings of a worker or client, by the value of TRUETALLY_PAYLOAD_KEYS. */
const KEYS = {
  none: { payloadKeys: [], encryptsPayloads: false, ...never },
  'plain,a': { payloadKeys: [A], encryptsPayloads: false, ...never },
  a: { payloadKeys: [A], encryptsPayloads: true, ...never },
  'a, with plain payloads permitted': { payloadKeys: [A], encryptsPayloads: true, ...migrating },
  b: { payloadKeys: [B], encryptsPayloads: true, ...never },
  'b,a': { payloadKeys: [B, A], encryptsPayloads: true, ...never },
} as const satisfies Record<string, PayloadEncryption>;
type Keys = keyof typeof KEYS;

let connection: NativeConnection;
let namespace: string;
beforeAll(async () => {
  ({ namespace, connection } = await openTemporalWorld());
});
afterAll(() => connection.close());

const clientWith = (keys: Keys): Client =>
  new Client({ connection, namespace, dataConverter: createDataConverter(KEYS[keys], clock) });

async function partsWith(keys: Keys) {
  const dataConverter = createDataConverter(KEYS[keys], clock);
  return {
    connection,
    namespace,
    workflowBundle: { codePath: await bundleWorkflows(dataConverter) },
    dataConverter,
    log: silentLog,
  };
}

async function startWorker(keys: Keys, { activities }: FakeRun): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const working = workOnQueue(
    WORKER_QUEUES.requestedRuns,
    { ...(await partsWith(keys)), activities },
    () => undefined,
    stopping.signal,
  );
  const stop = async (): Promise<void> => {
    stopping.abort();
    await working;
  };
  onTestFinished(stop);
  return { stop };
}

const startRun = (keys: Keys): Promise<WorkflowHandle> =>
  clientWith(keys).workflow.start(REPORT_RUN_WORKFLOW, {
    workflowId: randomUUID(),
    taskQueue: REQUESTED_RUNS_TASK_QUEUE,
    args: [{ runId: 'rrun_1', attempt: 0, timeouts: TIMEOUTS }],
  });

/** The encodings of the inputs and results in a history, in order: the id of a key, or plain. */
async function encodingsOf({ workflowId }: WorkflowHandle): Promise<string[]> {
  const { events } = await clientWith('none').workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap((event) =>
    [
      event.workflowExecutionStartedEventAttributes?.input,
      event.activityTaskScheduledEventAttributes?.input,
      event.activityTaskCompletedEventAttributes?.result,
      event.workflowExecutionCompletedEventAttributes?.result,
    ].flatMap((payloads) =>
      (payloads?.payloads ?? []).map(({ metadata }) => {
        const id = metadata?.['encryption-key-id'];
        return id === undefined ? 'plain' : Buffer.from(id).toString();
      }),
    ),
  );
}

const failedTasksOf = async ({ workflowId }: WorkflowHandle): Promise<unknown[]> => {
  const { events } = await clientWith('none').workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap((event) => event.workflowTaskFailedEventAttributes?.failure ?? []);
};

const READY = { state: 'ready', failure_code: '' };

describe('a run that waits for its second attempt', () => {
  it.each([
    ['begun with key a continues with keys b and a', 'a', 'b,a', ['a', 'a', 'a', 'a'], ['b', 'b', 'b']],
    [
      'begun without keys continues with key a',
      'none',
      'a, with plain payloads permitted',
      ['plain', 'plain', 'plain', 'plain'],
      ['a', 'a', 'a'],
    ],
    [
      'begun with key a continues without encryption',
      'a',
      'plain,a',
      ['a', 'a', 'a', 'a'],
      ['plain', 'plain', 'plain'],
    ],
  ] as const)('%s', async (_what, before, after, old, young) => {
    const run = createFakeRun([{ fails: 'reader_unavailable' }, { answers: 'ready' }]);
    const first = await startWorker(before, run);
    const handle = await startRun(before);
    await waitUntil(() => Promise.resolve(run.row.attempt === 1 && run.row.state === 'queued'), 30);
    await waitUntil(async () => (await encodingsOf(handle)).length === old.length, 30);
    await first.stop();
    await startWorker(after, run);
    expect(await clientWith(after).workflow.getHandle(handle.workflowId).result()).toEqual(READY);
    expect(await encodingsOf(handle)).toEqual([...old, ...young]);
  });
});

describe('a run whose key a worker does not have', () => {
  it('waits, neither failed nor counted, and continues when a worker has the key', async () => {
    const run = createFakeRun([{ answers: 'ready' }]);
    const handle = await startRun('a');
    const ignorant = await startWorker('b', run);
    await waitUntil(async () => (await failedTasksOf(handle)).length > 0, 30);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    expect(await failedTasksOf(handle)).toMatchObject([{ message: 'Encoded failure', stackTrace: '' }]);
    await ignorant.stop();
    expect(run.row.attempt).toBe(0);
    await startWorker('b,a', run);
    expect(await clientWith('b,a').workflow.getHandle(handle.workflowId).result()).toEqual(READY);
    expect(run.row.attempt).toBe(1);
  });
});

describe('a payload of another workflow', () => {
  /** Starts a workflow with these unchanged payloads. */
  async function startWith(payloads: Payload[]): Promise<WorkflowHandle> {
    const workflowId = randomUUID();
    await connection.workflowService.startWorkflowExecution({
      namespace,
      workflowId,
      requestId: workflowId,
      workflowType: { name: REPORT_RUN_WORKFLOW },
      taskQueue: { name: REQUESTED_RUNS_TASK_QUEUE },
      input: { payloads },
    });
    return clientWith('a').workflow.getHandle(workflowId);
  }

  async function inputOf({ workflowId }: WorkflowHandle): Promise<Payload[]> {
    const { events } = await clientWith('none').workflow.getHandle(workflowId).fetchHistory();
    return events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  }

  it.each([
    ['was encrypted for another', 'a'],
    ['is plain, although keys are configured', 'none'],
  ] as const)('is refused if it %s', async (_what, keys) => {
    const run = createFakeRun([{ answers: 'ready' }]);
    const source = await startRun(keys);
    const moved = await startWith(await inputOf(source));
    await source.terminate('only its input is of use');
    await startWorker('a', run);
    await waitUntil(async () => (await failedTasksOf(moved)).length > 0, 30);
    expect((await moved.describe()).status.name).toBe('RUNNING');
    expect(run.row.attempt).toBe(0);
    await moved.terminate('it stays refused');
  });
});

describe('a dispatcher', () => {
  it('encrypts its input and its memo with the new key when it continues as new', async () => {
    const plans = createFakePlans({ dueInMs: 86_400_000 });
    const stopping = new AbortController();
    const workspaceId = `t_${randomUUID()}`;
    const names = {
      organizationId: 'org_1',
      organizationName: 'Acme',
      workspaceId,
      workspaceName: 'Figures',
      isNeeded: true,
    };
    const old = clientWith('a');
    await nudgeDispatcher(old, names, TIMEOUTS);
    const { runId } = await old.workflow.getHandle(workspaceId).describe();
    await old.workflow.getHandle(workspaceId).terminate('as documented for what was begun under an old key');
    const parts = { ...(await partsWith('b,a')), activities: plans.activities };
    const working = workOnQueue(WORKER_QUEUES.dispatch, parts, () => undefined, stopping.signal);
    onTestFinished(async () => {
      stopping.abort();
      await working;
    });
    const client = clientWith('b,a');
    // The history has the maximum length, so the workflow continues as new after its first plan.
    const handle = await client.workflow.start('dispatchWorkspace', {
      workflowId: workspaceId,
      taskQueue: 'truetally-dispatch',
      args: [{ workspaceId, timeouts: TIMEOUTS, maxEvents: 1 }],
      memo: { organization: 'Acme', workspace: 'Figures' },
    });
    await waitUntil(() => Promise.resolve(plans.count() === 1), 30);
    await handle.signal('nudge');
    await waitUntil(() => Promise.resolve(plans.count() >= 2), 30);
    const description = await client.workflow.getHandle(workspaceId).describe();
    expect(description.runId).not.toBe(runId);
    expect(description.memo).toEqual({ organization: 'Acme', workspace: 'Figures' });
    expect((await encodingsOf(handle))[0]).toBe('b');
  });
});
