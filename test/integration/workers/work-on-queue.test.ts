import { expect, inject, it } from 'vitest';
import { workOnRequestedRuns } from '../../../worker/requested-runs.ts';
import { createFakeRun } from '../../workflow/fake-run.ts';
import { silentLog } from '../../support/silent-log.ts';
import { openTemporalPlace } from '../../support/engines/temporal-place.ts';

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
  const working = workOnRequestedRuns(parts, (worker) => made.push(worker.getState()), stopping.signal);
  stopping.abort();
  await working;
  expect(made).toEqual(['INITIALIZED']);
  // It is refused while a worker holds it.
  await expect(connection.close()).resolves.toBeUndefined();
});
