import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../store/postgres/new-id.ts';
import { makeConnection } from '../../../../testing/api/made-connection.ts';
import { openComparisonWorld, ACCEPTANCE_RULE, type ComparisonWorld } from '../../comparisons/comparison-world.ts';

let world: ComparisonWorld;
beforeAll(async () => {
  world = await openComparisonWorld();
});
afterAll(() => world.close());

describe('runs', () => {
  it('are stored as planned, with the remaining budget', async () => {
    const made = await world.makeRun();
    expect(made).toMatchObject({
      kind: 'labeled',
      state: 'preflight',
      acceptance_rule: ACCEPTANCE_RULE,
      cost_at_least_nano_usd: '1',
      cost_at_most_nano_usd: '300',
      remaining_nano_usd: '5000000000',
      ...{ cells_intended: 8, cells_answered: 0, cells_failed: 0, verdicts_there: 0 },
    });
    expect(await world.runs.find(made.run_id)).toEqual(made);
    expect(await world.runs.find(newId('comparisonRun'))).toBeUndefined();
    const page = { comparisonId: made.comparison_id, limit: 10 };
    expect(await world.runs.list({ ...page, after: undefined })).toEqual([made]);
    const after = { createdAt: made.created_at.toISOString(), id: made.run_id };
    expect(await world.runs.list({ ...page, after })).toEqual([]);
  });

  it('fix the rule of their comparison permanently', async () => {
    const { comparison_id: comparisonId, plan, forecast } = await world.makeRun();
    const again = { comparisonId, plan, forecast, cost: undefined, plannedBy: world.tenancy.ownerId };
    expect(await world.comparisons.find(comparisonId)).toMatchObject({ acceptance_rule: ACCEPTANCE_RULE });
    expect(
      await world.runs.preflight({ ...again, rule: { ...ACCEPTANCE_RULE, tolerated_unknowns: 1 } }),
    ).toBeUndefined();
    expect(await world.runs.preflight({ ...again, rule: ACCEPTANCE_RULE })).toMatchObject({
      cost_likely_nano_usd: null,
    });
  });

  it('are planned over connections in force that the environment or its workspace was granted', async () => {
    const { environmentId, workspaceId } = world.tenancy;
    const of = async () =>
      (await world.connections.listGranted({ environmentId, workspaceId })).map(({ name }) => name);
    await world.connections.add({ ...makeConnection(2), grants: [workspaceId] });
    const { connectionId } = await world.connections.add({ ...makeConnection(3), grants: [] });
    expect(await of()).toEqual(['connection 2', 'connection 1']);
    await world.connections.retire(connectionId);
  });

  it('contain the cases of their sample', async () => {
    const contents = await world.samples.contents((await world.makeRun()).sample_id);
    expect(contents).toHaveLength(4);
    expect(contents[0]).toEqual({
      messages: [{ role: 'user', content: 'How much is 6 times 7?' }],
      reference_notes: '',
      critical: false,
    });
  });
});
