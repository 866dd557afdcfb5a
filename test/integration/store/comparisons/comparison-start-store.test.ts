import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createComparisonRunTransitions } from '../../../../store/comparisons/comparison-run-transitions.ts';
import { createComparisonStartStore } from '../../../../store/comparisons/comparison-start-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { makeCaseContent } from '../../../../testing/api/made-case.ts';
import { makeComparisonSetup, queueRun } from '../../../../testing/comparisons/started-run.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;

beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());

describe('the start of a comparison run', () => {
  it('has ids, names and counts', async () => {
    const tenancy = await makeTenancy(world);
    const setup = await makeComparisonSetup(world, tenancy);
    const starts = createComparisonStartStore(world.pool);
    const runId = await queueRun(world, setup, {
      cases: [makeCaseContent(), makeCaseContent(), makeCaseContent()],
      ceiling: 1_000n,
      judgeCeiling: 10n,
    });
    const expected = {
      runId,
      state: 'queued',
      organizationId: tenancy.organizationId,
      workspaceId: tenancy.workspaceId,
      environmentId: tenancy.environmentId,
      comparisonId: expect.stringMatching(/^cmp_/) as string,
      comparisonName: 'Cheaper?',
      kind: 'judged',
      sampleId: expect.stringMatching(/^smp_/) as string,
      cases: 3,
    };
    expect(await starts.find(runId)).toEqual(expected);
    await createComparisonRunTransitions(world.pool, world.clock).begin(runId);
    expect(await starts.find(runId)).toEqual({ ...expected, state: 'arms_running' });
  });

  it('does not exist without the run', async () => {
    expect(await createComparisonStartStore(world.pool).find(newId('comparisonRun'))).toBeUndefined();
  });
});
