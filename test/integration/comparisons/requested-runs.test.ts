import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import type { ApiPorts } from '../../../api/ports/ports.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { comparisonApi } from './comparison-api.ts';
import { openComparisonWorld, type ComparisonWorld } from './comparison-world.ts';

let world: ComparisonWorld;
let client: TruetallyClient;
beforeAll(async () => {
  world = await openComparisonWorld();
  // Keys are read from their real store.
  const reports = { ...createReportStore(world.pool, world.clock) } as unknown as ApiPorts['reports'];
  client = comparisonApi(world, { reports })();
});
afterAll(() => world.close());

const CEILING = { spend_ceiling_nano_usd: '1000' };
const start = (
  run: { comparison_id: string; run_id: string },
  body: object = CEILING,
  idempotencyKey = newId('request'),
) => client.comparisons.runs.start(run.comparison_id, { run_id: run.run_id, ...CEILING, ...body }, { idempotencyKey });

async function outbox(runId: string): Promise<string[]> {
  const { rows } = await world.pool.query<{ kind: string }>(
    'SELECT kind FROM workflow_outbox WHERE workflow_id = $1 ORDER BY created_at, kind',
    [runId],
  );
  return rows.map(({ kind }) => kind);
}

const move = (runId: string, state: string) =>
  world.pool.query(
    `UPDATE comparison_runs SET state = $2, ended_at = CASE WHEN $2 IN ('complete', 'partial') THEN $3::timestamptz END
     WHERE run_id = $1`,
    [runId, state, world.clock.now()],
  );

describe('customer.comparisons.runs.start', () => {
  it('answers 202 with the queued run, its cells, and a request for its workflow', async () => {
    const run = await world.makeRun();
    const { data, location, replayed } = await start(run);
    expect(location).toMatch(new RegExp(`/runs/${run.run_id}$`));
    expect(replayed).toBe(false);
    expect(data).toMatchObject({
      state: 'queued',
      queued_at: '2026-03-02T08:00:00.000Z',
      started_by: world.tenancy.ownerId,
      spend: { state: 'present', ceiling_nano_usd: '1000', judge_ceiling_nano_usd: null },
    });
    const { rows } = await world.pool.query(
      'SELECT position, arm, case_id, state FROM comparison_cells WHERE run_id = $1 ORDER BY position, arm',
      [run.run_id],
    );
    expect(rows).toEqual(
      world.caseIds.flatMap((case_id, position) =>
        ['baseline', 'candidate'].map((arm) => ({ position, arm, case_id, state: 'intended' })),
      ),
    );
    expect(await outbox(run.run_id)).toEqual(['start_comparison_run']);
  });

  it('answers the same key and plan with the same run, and refuses another ceiling', async () => {
    const run = await world.makeRun();
    const key = newId('request');
    await start(run, {}, key);
    const again = await start(run, {}, key);
    expect([again.replayed, again.data.run_id]).toEqual([true, run.run_id]);
    expect(await toRefusal(start(run, { spend_ceiling_nano_usd: '999' }, key))).toMatchObject({
      type: 'duplicate_comparison_run',
      status: 409,
    });
    expect(await outbox(run.run_id)).toEqual(['start_comparison_run']);
  });

  it('starts a run once for any number of concurrent keys', async () => {
    const run = await world.makeRun();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => start(run)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await toRefusal(start(run))).toMatchObject({ type: 'duplicate_comparison_run' });
  });

  it('answers 422 to a ceiling that is too high, and to a ceiling for a judge that it does not have', async () => {
    const run = await world.makeRun();
    expect(await toRefusal(start(run, { judge_ceiling_nano_usd: '1' }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/judge_ceiling_nano_usd' }],
    });
    const sends = [{ for: 'candidate', model: 'unpriced', priced: false }];
    await world.pool.query(`UPDATE comparison_runs SET forecast = $2 WHERE run_id = $1`, [run.run_id, { sends }]);
    expect(await toRefusal(start(run))).toMatchObject({ status: 422, errors: [{ pointer: '/run_id' }] });
  });

  it('answers 202 to a ceiling that equals the workspace’s remaining budget', async () => {
    const run = await world.makeRun();
    expect((await start(run, { spend_ceiling_nano_usd: '5000000000' })).data.state).toBe('queued');
  });
});

describe('customer.comparisons.runs.get and .list', () => {
  it('answer 200 with the run', async () => {
    const run = await world.makeRun();
    const { runs } = client.comparisons;
    const { data } = await runs.get(run.comparison_id, run.run_id);
    expect(data).toMatchObject({
      run_id: run.run_id,
      state: 'preflight',
      cells: { intended: 8, answered: 0, failed: 0 },
    });
    expect((await runs.list(run.comparison_id).page()).items).toEqual([data]);
  });
});

describe('customer.comparisons.runs.cancel', () => {
  const cancel = (run: { comparison_id: string; run_id: string }) =>
    client.comparisons.runs.cancel(run.comparison_id, run.run_id);

  it('immediately abandons a run without sent calls', async () => {
    const [planned, queued] = [await world.makeRun(), await world.makeRun()];
    await start(queued);
    for (const run of [planned, queued]) {
      expect((await cancel(run)).data).toMatchObject({ state: 'abandoned', failure_code: 'comparison_canceled' });
      expect(await toRefusal(cancel(run))).toMatchObject({ status: 409, type: 'comparison_canceled' });
      expect(await toRefusal(start(run))).toMatchObject({ status: 409, type: 'comparison_canceled' });
    }
    expect(await outbox(planned.run_id)).toEqual([]);
    expect((await outbox(queued.run_id)).sort()).toEqual(['cancel_comparison_run', 'start_comparison_run']);
  });

  it('stops a running run, and gives the same answer to a repetition', async () => {
    const run = await world.makeRun();
    await start(run);
    await move(run.run_id, 'arms_running');
    const { data } = await cancel(run);
    expect(data).toMatchObject({ state: 'arms_running', cancel_requested_at: '2026-03-02T08:00:00.000Z' });
    expect((await cancel(run)).data).toEqual(data);
  });

  it('answers 409 after the run has ended', async () => {
    const run = await world.makeRun();
    await start(run);
    await move(run.run_id, 'complete');
    expect(await toRefusal(cancel(run))).toMatchObject({ status: 409, type: 'conflict' });
  });
});
