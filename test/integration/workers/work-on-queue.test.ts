import { NativeConnection } from '@temporalio/worker';
import { expect, inject, it } from 'vitest';
import { workOnRequestedRuns } from '../../../worker/requested-runs.ts';
import { quietTemporal } from '../../support/quiet-temporal.ts';
import { createFakeRun } from '../../workflow/fake-run.ts';
import { makeNamespace } from '../runs/run-world.ts';
import { silentLog } from '../../support/silent-log.ts';

it('a worker that is told to stop while it is being made gives its connection back', async () => {
  quietTemporal();
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  const stopping = new AbortController();
  const parts = {
    connection,
    namespace: await makeNamespace(),
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: createFakeRun([]).activities,
    log: silentLog,
  };
  const made: string[] = [];
  const working = workOnRequestedRuns(parts, (worker) => made.push(worker.getState()), stopping.signal);
  stopping.abort();
  await working;
  expect(made).toEqual(['INITIALIZED']);
  // It is refused while a worker holds it.
  await expect(connection.close()).resolves.toBeUndefined();
});
