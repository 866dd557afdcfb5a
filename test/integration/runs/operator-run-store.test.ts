import { afterAll, beforeAll, expect, it } from 'vitest';
import { RUN_COMMANDS } from '../../../operator/commands/run-commands.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { createOperatorRunStore } from '../../../store/reports/operator-run-store.ts';
import { openRunWorld, type RunWorld } from './run-world.ts';

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld();
});
afterAll(() => world.close());

const list = (values: Record<string, string> = {}): Promise<readonly CommandRow[]> =>
  RUN_COMMANDS['run list']!.run({ runs: createOperatorRunStore(world.pool) }, values, world.clock.now());

it('shows operators the unsettled runs, newest first, with the reasons for their waits', async () => {
  const tenancy = await world.tenancy();
  const tried = await world.queueRun(tenancy);
  await world.runs.claim({ runId: tried, leaseMs: 15_000 });
  await world.runs.requeue({ runId: tried, attempt: 1, code: 'reader_unavailable', detail: 'Away.' });
  world.clock.set('2026-03-02T08:01:00.000Z');
  const cancelled = await world.queueRun(tenancy);
  await world.runs.cancel(cancelled);
  const fresh = await world.queueRun(tenancy);
  const reportOf = async (runId: string) => (await world.documents.findRun(runId))!.run.report_id;
  const rows = await list();
  const names = { report: rows[0]!['report'], workspace: rows[0]!['workspace'], initiator: rows[0]!['initiator'] };
  expect(rows).toEqual([
    {
      ...names,
      state: 'queued',
      attempt: '0',
      created_at: '2026-03-02T08:01:00.000Z',
      run_id: fresh,
      report_id: await reportOf(fresh),
    },
    {
      ...names,
      report: rows[1]!['report'],
      state: 'queued',
      attempt: '1',
      created_at: '2026-03-02T08:00:00.000Z',
      last_failure: 'reader_unavailable',
      last_failed_at: '2026-03-02T08:00:00.000Z',
      next_try_at: '2026-03-02T08:00:02.000Z',
      run_id: tried,
      report_id: await reportOf(tried),
    },
  ]);
  expect([names.workspace, names.initiator]).toEqual(['Ws', 'Owner']);
  expect((await list({ report: await reportOf(tried) })).map((row) => row['run_id'])).toEqual([tried]);
  expect(await list({ state: 'cancelled', workspace: tenancy.workspaceId })).toMatchObject([
    { run_id: cancelled, state: 'cancelled', finished_at: '2026-03-02T08:01:00.000Z' },
  ]);
  expect(() => list({ state: 'lost' })).toThrow('--state must be one of queued, running, ready');
});
