import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import type { ApiPorts } from '../../../api/ports.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { refusalOf } from '../../support/api/refusal-of.ts';
import { comparisonApi } from './comparison-api.ts';
import { openComparisonWorld, type ComparisonWorld } from './comparison-world.ts';

let world: ComparisonWorld;
let client: TruetallyClient;
beforeAll(async () => {
  world = await openComparisonWorld();
  // Keys are recalled from where they are kept.
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
  it('answers 202 with the run queued, its cells there, and its workflow asked for', async () => {
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

  it('answers the same run to the same key with the same plan, and refuses another ceiling', async () => {
    const run = await world.makeRun();
    const key = newId('request');
    await start(run, {}, key);
    const again = await start(run, {}, key);
    expect([again.replayed, again.data.run_id]).toEqual([true, run.run_id]);
    expect(await refusalOf(start(run, { spend_ceiling_nano_usd: '999' }, key))).toMatchObject({
      type: 'duplicate_comparison_run',
      status: 409,
    });
    expect(await outbox(run.run_id)).toEqual(['start_comparison_run']);
  });

  it('starts a run once, however many keys ask at once', async () => {
    const run = await world.makeRun();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => start(run)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(start(run))).toMatchObject({ type: 'duplicate_comparison_run' });
  });

  it('answers 404 for a run of another comparison', async () => {
    const run = { ...(await world.makeRun()), comparison_id: (await world.makeRun()).comparison_id };
    expect(await refusalOf(start(run))).toMatchObject({ status: 404, type: 'comparison_not_found' });
  });

  it('answers 422 where no ceiling could hold it, and to a ceiling of a judge that it has not', async () => {
    const run = await world.makeRun();
    expect(await refusalOf(start(run, { judge_ceiling_nano_usd: '1' }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/judge_ceiling_nano_usd' }],
    });
    const sends = [{ for: 'candidate', model: 'unpriced', priced: false }];
    await world.pool.query(`UPDATE comparison_runs SET forecast = $2 WHERE run_id = $1`, [run.run_id, { sends }]);
    expect(await refusalOf(start(run))).toMatchObject({ status: 422, errors: [{ pointer: '/run_id' }] });
  });

  it('answers 409 above what the workspace has left, and to the last nano-USD of it 202', async () => {
    const run = await world.makeRun();
    const above = { spend_ceiling_nano_usd: '5000000001' };
    expect(await refusalOf(start(run, above))).toMatchObject({ status: 409, type: 'spend_ceiling_above_remaining' });
    await start(run, { spend_ceiling_nano_usd: '5000000000' });
  });

  it('answers 409 where a pin has moved since the preflight', async () => {
    const [priced, asked] = [await world.makeRun(), await world.makeRun()];
    const plan = { ...priced.plan, price_revision: 'prices of tests 0' };
    await world.pool.query('UPDATE comparison_runs SET plan = $2 WHERE run_id = $1', [priced.run_id, plan]);
    expect(await refusalOf(start(priced))).toMatchObject({ type: 'comparison_evidence_stale' });
    const other = { ...asked.plan, candidate: { ...asked.plan.candidate } };
    other.candidate.target = { ...other.candidate.target, connection_id: newId('connection') };
    await world.pool.query('UPDATE comparison_runs SET plan = $2 WHERE run_id = $1', [asked.run_id, other]);
    expect(await refusalOf(start(asked))).toMatchObject({ type: 'comparison_evidence_stale' });
    const moved = await world.makeRun();
    const { route_id: routeId } = world.route;
    const target = { ...world.candidate, system: 'Something else.' };
    await world.routes.deploy({ routeId, target, actorKind: 'person' });
    expect(await refusalOf(start(moved))).toMatchObject({ type: 'baseline_release_changed', status: 409 });
    await world.routes.deploy({ routeId, target: world.route.release.target, actorKind: 'person' });
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

  it('answer 404 for a run of another comparison', async () => {
    const [one, other] = [await world.makeRun(), await world.makeRun()];
    const { runs } = client.comparisons;
    expect(await refusalOf(runs.get(one.comparison_id, other.run_id))).toMatchObject({ type: 'comparison_not_found' });
  });
});

describe('customer.comparisons.runs.cancel', () => {
  const cancel = (run: { comparison_id: string; run_id: string }) =>
    client.comparisons.runs.cancel(run.comparison_id, run.run_id);

  it('abandons at once what nothing was sent of', async () => {
    const [planned, queued] = [await world.makeRun(), await world.makeRun()];
    await start(queued);
    for (const run of [planned, queued]) {
      expect((await cancel(run)).data).toMatchObject({ state: 'abandoned', failure_code: 'comparison_canceled' });
      expect(await refusalOf(cancel(run))).toMatchObject({ status: 409, type: 'comparison_canceled' });
      expect(await refusalOf(start(run))).toMatchObject({ status: 409, type: 'comparison_canceled' });
    }
    expect(await outbox(planned.run_id)).toEqual([]);
    expect((await outbox(queued.run_id)).sort()).toEqual(['cancel_comparison_run', 'start_comparison_run']);
  });

  it('has what runs stopped, and says so again when it is asked again', async () => {
    const run = await world.makeRun();
    await start(run);
    await move(run.run_id, 'arms_running');
    const { data } = await cancel(run);
    expect(data).toMatchObject({ state: 'arms_running', cancel_requested_at: '2026-03-02T08:00:00.000Z' });
    expect((await cancel(run)).data).toEqual(data);
  });

  it('answers 409 once the run has ended', async () => {
    const run = await world.makeRun();
    await start(run);
    await move(run.run_id, 'complete');
    expect(await refusalOf(cancel(run))).toMatchObject({ status: 409, type: 'conflict' });
  });
});
