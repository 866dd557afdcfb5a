import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createComparisonBudgetStore,
  type ComparisonBudgetStore,
} from '../../../../store/comparisons/comparison-budget-store.ts';
import { BUDGET_COMMANDS } from '../../../../operator/commands/budget-commands.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let budgets: ComparisonBudgetStore;
beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
  budgets = createComparisonBudgetStore(world.pool, world.clock);
});
afterAll(() => world.close());

it('is the total that a workspace may spend, and keeps its spend when it is changed', async () => {
  const { workspaceId } = await makeTenancy(world);
  expect(await budgets.find(workspaceId)).toBeUndefined();
  await budgets.set(workspaceId, '5000000000');
  await world.pool.query(
    'UPDATE comparison_budgets SET settled_nano_usd = 7, reserved_nano_usd = 3 WHERE workspace_id = $1',
    [workspaceId],
  );
  world.clock.set('2026-03-02T09:00:00.000Z');
  await budgets.set(workspaceId, '1');
  expect(await budgets.find(workspaceId)).toEqual({
    workspaceId,
    limit: '1',
    reserved: '3',
    settled: '7',
    changedAt: new Date('2026-03-02T09:00:00.000Z'),
  });
});

it('requires an existing workspace', async () => {
  await expect(budgets.set(newId('workspace'), '1')).rejects.toMatchObject({ code: 'not_found' });
});

it('is set and shown by operators in USD, with nano precision', async () => {
  const { workspaceId: workspace } = await makeTenancy(world);
  const run = (name: string, typed: Record<string, string> = {}) =>
    BUDGET_COMMANDS[name]!.run({ budgets }, { workspace, ...typed }, world.clock.now());
  expect(await run('budget show')).toEqual([]);
  const changed_at = '2026-03-02T09:00:00.000Z';
  world.clock.set(changed_at);
  const spent = { workspace_id: workspace, reserved_usd: '0', settled_usd: '0', changed_at };
  expect(await run('budget set', { 'limit-usd': '25.50' })).toEqual([{ ...spent, limit_usd: '25.5' }]);
  expect(await run('budget set', { 'limit-usd': '0.000000001' })).toEqual([{ ...spent, limit_usd: '0.000000001' }]);
  expect(await run('budget show')).toEqual([{ ...spent, limit_usd: '0.000000001' }]);
});

it.each(['-1', '1.0000000001', '1e3', '', ' 1'])('cannot be set to %j', async (limit) => {
  const set = BUDGET_COMMANDS['budget set']!;
  const typed = { workspace: newId('workspace'), 'limit-usd': limit };
  await expect(async () => set.run({ budgets }, typed, world.clock.now())).rejects.toThrow(
    /--limit-usd must be an amount/,
  );
});
