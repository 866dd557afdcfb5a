import { expect, inject, it } from 'vitest';
import { createFakeRun } from '../../workflow/fake-run.ts';
import { silentLog } from '../../support/silent-log.ts';
import { openTemporalPlace } from '../../support/engines/temporal-place.ts';
import { QUEUES } from '../../../worker/queues.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';

it('a worker that is told to stop while it is being made gives its connection back', async () => {
  const { connection, namespace } = await openTemporalPlace();
  const stopping = new AbortController();
  const parts = {
    connection,
    namespace,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: createFakeRun([]).activities,
    log: silentLog,
  };
  const made: string[] = [];
  const working = workOnQueue(QUEUES.requestedRuns, parts, (worker) => made.push(worker.getState()), stopping.signal);
  stopping.abort();
  await working;
  expect(made).toEqual(['INITIALIZED']);
  // It is refused while a worker holds it.
  await expect(connection.close()).resolves.toBeUndefined();
});
