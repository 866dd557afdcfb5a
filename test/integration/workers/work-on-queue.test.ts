import { expect, inject, it, onTestFinished } from 'vitest';
import { createFakeRun } from '../../workflow/fake-run.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';
import { WORKER_QUEUES } from '../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';

it('a worker that is stopped during its creation closes its connection', async () => {
  const { connection, namespace } = await openTemporalWorld();
  const stopping = new AbortController();
  const parts = {
    connection,
    namespace,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: createFakeRun([]).activities,
    log: silentLog,
  };
  const made: string[] = [];
  const working = workOnQueue(
    WORKER_QUEUES.requestedRuns,
    parts,
    (worker) => made.push(worker.getState()),
    stopping.signal,
  );
  stopping.abort();
  await working;
  expect(made).toEqual(['INITIALIZED']);
  // The close is refused while a worker uses the connection.
  await expect(connection.close()).resolves.toBeUndefined();
});

it('a worker that Temporal would refuse is not created, because its threads would remain', async () => {
  const { connection } = await openTemporalWorld();
  onTestFinished(() => connection.close());
  let threads = 0;
  const count = (): unknown => (threads += 1);
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  const failures: string[] = [];
  const stopping = new AbortController();
  const parts = {
    connection,
    namespace: 'not-there-yet',
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: createFakeRun([]).activities,
    log: { ...silentLog, warn: ({ err }: { err: Error }) => failures.push(err.message) },
  };
  const working = workOnQueue(WORKER_QUEUES.requestedRuns, parts, () => undefined, stopping.signal);
  await expect.poll(() => failures.length).toBe(2);
  stopping.abort();
  await working;
  expect({ threads, failures }).toEqual({
    threads: 0,
    failures: Array(2).fill(expect.stringContaining('not-there-yet')),
  });
});
