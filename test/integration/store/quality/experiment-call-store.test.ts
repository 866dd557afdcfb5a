import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CONCURRENT_CALLS } from '../../../../domain/comparisons/run-work.ts';
import { DATASET_DELETED } from '../../../../domain/quality/experiment-setup/dataset-deleted.ts';
import type { ExperimentCallKey } from '../../../../domain/quality/experiment-runs/experiment-work.ts';
import { createRetentionSweepStore } from '../../../../store/installation/retention-sweep-store.ts';
import { createComparisonRunTransitions } from '../../../../store/comparisons/comparison-run-transitions.ts';
import { createPaidCallStore } from '../../../../store/comparisons/paid-call-store.ts';
import { eraseExperimentAnswers } from '../../../../store/quality/experiments/erase-experiment-answers.ts';
import {
  createExperimentCallStore,
  type ExperimentCallStore,
} from '../../../../store/quality/experiments/experiment-call-store.ts';
import { createExperimentGauges } from '../../../../store/quality/experiments/experiment-gauges.ts';
import { createDatasetStore } from '../../../../store/quality/datasets/dataset-store.ts';
import { createExperimentRunStore } from '../../../../store/quality/experiments/experiment-run-store.ts';
import {
  createExperimentRunTransitions,
  type ExperimentRunTransitions,
} from '../../../../store/quality/experiments/experiment-run-transitions.ts';
import { createExperimentStore } from '../../../../store/quality/experiments/experiment-store.ts';
import { createLostExperimentRunStore } from '../../../../store/quality/experiments/lost-experiment-run-store.ts';
import type { IntendedExperimentCall } from '../../../../store/quality/experiments/reserve-experiment-call.ts';
import type { ExperimentCallSettlement } from '../../../../store/quality/experiments/settle-experiment-call.ts';
import { makeCaseContent } from '../../../../testing/api/made-case.ts';
import {
  BASELINE_MODEL,
  makeComparisonSetup,
  queueRun,
  setBudget,
  type ComparisonSetup,
} from '../../../../testing/comparisons/started-run.ts';
import { makeDeclaration } from '../../../../testing/quality/make-experiment.ts';
import { createMadeExperiment, startMadeRun, startRunOf } from '../../../../testing/quality/started-experiment.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const DAY_MS = 86_400_000;

let world: StoreWorld;
let calls: ExperimentCallStore;
let runs: ExperimentRunTransitions;
let setup: ComparisonSetup;

beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
  calls = createExperimentCallStore(world.pool, world.clock);
  runs = createExperimentRunTransitions(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  setup = await makeComparisonSetup(world, await makeTenancy(world));
  await setBudget(world, setup.workspaceId, 100_000n);
});

/** Begins a run of a replay over this number of items; its cells wait for an answer. */
async function beginRun(items: number, ceiling = '100000'): Promise<string> {
  const declaration = makeDeclaration({ instrument: 'replay', spend_ceiling_nano_usd: ceiling });
  const runId = await startMadeRun(world, setup.workspaceId, declaration);
  await runs.begin(runId, {
    scoredDigest: 'digest',
    arms: ['a', 'b'],
    items: Array.from({ length: items }, (_, position) => ({
      ...{ position, requestId: `r${position}`, segment: '', isExcluded: false },
    })),
    judges: [
      {
        ...{ arm: 'a', evaluator: 'judge.correctness', method: 'pointwise-bool', metric: 'correctness' },
        ...{ model: 'm', prompt_sha: 'abc', eval_ver: '1', seats: 1 },
      },
    ],
  });
  const planned = await runs.planned(runId, 1_000);
  await runs.prepare(
    runId,
    planned.map(({ position, arm }) => ({
      ...{ position, arm, state: 'intended', traceId: '', request: null, content: null, verdict: null, reason: '' },
      ...{ costNanoUsd: null, judgeSubject: '' },
    })),
  );
  return runId;
}

const keyOf = (runId: string, change: Partial<ExperimentCallKey> = {}): ExperimentCallKey => ({
  ...{ runId, position: 0, arm: 'a', purpose: 'comparison', seat: 0 },
  ...change,
});

const intended = (key: ExperimentCallKey, maxNanoUsd = 100n): IntendedExperimentCall => ({
  ...{ ...key, lane: setup.connectionId, connectionId: setup.connectionId, provider: 'anthropic' },
  ...{ model: BASELINE_MODEL, maxNanoUsd, asksWhileLimited: false },
});

const ANSWERED: ExperimentCallSettlement = {
  state: 'answered',
  fault: '',
  price: { state: 'priced', nanos: '30', revision: 'table 1' },
  usage: { input_tokens: 12, output_tokens: 3 },
  latencyMs: 450,
  answeredModel: 'claude-haiku-4-5-20251001',
  providerRequestId: 'req_1',
  limitedForMs: undefined,
  ending: { kind: 'answered', answer: '42' },
};

async function reserved(call: IntendedExperimentCall): Promise<{ callId: string; attempt: number }> {
  const reservation = await calls.reserve(call);
  if (reservation.kind !== 'reserved') throw new Error(`It was not reserved: ${reservation.kind}.`);
  return reservation;
}

describe('the calls in flight on a connection', () => {
  it('of comparisons and of experiments share one maximum', async () => {
    const cases = Array.from({ length: MAX_CONCURRENT_CALLS }, () => makeCaseContent());
    const compared = await queueRun(world, setup, { cases, ceiling: 100_000n });
    await createComparisonRunTransitions(world.pool, world.clock).begin(compared);
    const comparisonCalls = createPaidCallStore(world.pool, world.clock);
    const reserveCompared = async (position: number): Promise<string> => {
      const { connectionId } = setup;
      const at = { runId: compared, position, arm: 'baseline', purpose: 'comparison' } as const;
      const call = { ...at, connectionId, model: BASELINE_MODEL, maxNanoUsd: 1n, asksWhileLimited: false };
      return (await comparisonCalls.reserve(call)).kind;
    };
    const runId = await beginRun(MAX_CONCURRENT_CALLS);
    const half = MAX_CONCURRENT_CALLS / 2;
    for (let position = 0; position < half; position += 1) {
      expect(await reserveCompared(position)).toBe('reserved');
      expect((await calls.reserve(intended(keyOf(runId, { position })))).kind).toBe('reserved');
    }
    expect(await reserveCompared(half)).toBe('busy');
    expect((await calls.reserve(intended(keyOf(runId, { position: half })))).kind).toBe('busy');
    // Of many at once, as many are admitted as there are slots.
    await calls.settleLost(keyOf(runId));
    const kinds = await Promise.all(
      [5, 6, 7, 8].map(async (position) => (await calls.reserve(intended(keyOf(runId, { position })))).kind),
    );
    expect(kinds.filter((kind) => kind === 'reserved')).toHaveLength(1);
    expect((await createExperimentGauges(world.pool, world.clock).running()).callsInFlight).toBeGreaterThanOrEqual(
      half,
    );
  });
});

describe('a call of an experiment', () => {
  it('is reserved once, settled once, and counted in run and budget', async () => {
    const runId = await beginRun(1);
    const call = await reserved(intended(keyOf(runId)));
    expect((await calls.reserve(intended(keyOf(runId)))).kind).toBe('made_before');
    expect(await calls.reserved(runId)).toEqual([keyOf(runId)]);
    expect(await calls.settle(call, ANSWERED)).toBe(true);
    expect(await calls.settle(call, ANSWERED)).toBe(false);
    const { rows } = await world.pool.query<{ line: string }>(
      `SELECT n.reserved_nano_usd || ' ' || n.settled_nano_usd || ' ' || b.reserved_nano_usd || ' ' || b.settled_nano_usd AS line
       FROM quality_experiment_runs n JOIN comparison_budgets b USING (workspace_id) WHERE n.run_id = $1`,
      [runId],
    );
    expect(rows).toEqual([{ line: '0 30 0 30' }]);
    expect(await runs.open(runId)).toEqual([
      { position: 0, arm: 'a', state: 'answered' },
      { position: 0, arm: 'b', state: 'intended' },
    ]);
  });

  it('ends its cell with the vote of the judge, and the answer is removed', async () => {
    const runId = await beginRun(1);
    await calls.settle(await reserved(intended(keyOf(runId))), ANSWERED);
    const judge = {
      ...intended(keyOf(runId, { purpose: 'judge' })),
      lane: 'judge.correctness/0',
      connectionId: undefined,
    };
    await calls.settle(await reserved(judge), { ...ANSWERED, ending: { kind: 'voted', vote: 'fail' } });
    expect((await runs.material({ runId, position: 0, arm: 'a' }))?.answer).toBeNull();
    const [cell] = await runs.results(runId);
    expect(cell).toMatchObject({ arm: 'a', verdict: 'fail', reason: '', costNanoUsd: 30n });
    expect(await runs.evaluationCosts(runId)).toEqual([{ arm: 'a', nano_usd: '30', is_estimated: false, unpriced: 0 }]);
  });

  it('costs its full reservation if its worker is lost, and is not repeated', async () => {
    const runId = await beginRun(1);
    await reserved(intended(keyOf(runId)));
    await calls.settleLost(keyOf(runId));
    expect((await calls.reserve(intended(keyOf(runId)))).kind).toBe('made_before');
    expect(await runs.results(runId)).toMatchObject([{ arm: 'a', verdict: 'unscored', reason: 'call_failed' }]);
    const run = await createExperimentRunStore(world.pool, world.clock).find(setup.workspaceId, runId);
    expect(run).toMatchObject({ costNanoUsd: 0n, unpricedCalls: 1, cells: 2, endedCells: 1 });
  });

  it('can be made again by its row after it was refused', async () => {
    const runId = await beginRun(1);
    const call = await reserved(intended(keyOf(runId)));
    const again: ExperimentCallSettlement = {
      ...ANSWERED,
      state: 'refused',
      price: undefined,
      ending: { kind: 'again' },
    };
    await calls.settle(call, { ...again, fault: 'rate_limited', limitedForMs: 5_000 });
    expect(await calls.reserve(intended(keyOf(runId)))).toEqual({ kind: 'limited', forMs: 5_000 });
    const last = { ...intended(keyOf(runId)), asksWhileLimited: true };
    expect(await calls.reserve(last)).toMatchObject({ callId: call.callId, attempt: 2 });
  });

  it('needs room under the ceiling and in the budget, and a run that is not cancelled', async () => {
    const runId = await beginRun(2, '150');
    await reserved(intended(keyOf(runId)));
    const noRoom = { kind: 'no_room', ceiling: 'spend_ceiling_exceeded' };
    expect(await calls.reserve(intended(keyOf(runId, { arm: 'b' })))).toEqual(noRoom);
    await setBudget(world, setup.workspaceId, 100n);
    expect(await calls.reserve(intended(keyOf(runId, { arm: 'b' }), 10n))).toEqual(noRoom);
    await setBudget(world, setup.workspaceId, 1_000n);
    await runs.stop(runId);
    expect(await calls.reserve(intended(keyOf(runId, { arm: 'b' }), 10n))).toEqual({ kind: 'stopped' });
  });
});

describe('a run', () => {
  it('runs once at a time for an experiment, and is found only in its workspace', async () => {
    const { pool, clock } = world;
    const store = createExperimentRunStore(pool, clock);
    const experimentId = await createMadeExperiment(world, setup.workspaceId, makeDeclaration());
    const runId = await startRunOf(world, setup.workspaceId, experimentId);
    await expect(startRunOf(world, setup.workspaceId, experimentId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await store.start({ workspaceId: 't_other', experimentId, startedBy: '' })).toBeUndefined();
    expect(await store.find('t_other', runId)).toBeUndefined();
    expect(await store.cells('t_other', runId)).toEqual([]);
    expect(await store.cancel('t_other', runId, '')).toBe(false);
    const page = { workspaceId: setup.workspaceId, experimentId, status: undefined, limit: 10, after: undefined };
    const refusal = { code: 'uncaptured', need: 1, have: 0, text: 'Nothing is stored.' } as const;
    await store.refuse({ workspaceId: setup.workspaceId, experimentId, startedBy: 'tok_1' }, refusal);
    expect((await store.list(page)).map(({ state }) => state)).toEqual(['refused', 'running']);
    expect(await store.list({ ...page, status: 'running' })).toMatchObject([{ runId }]);
    expect(await store.newestOf(setup.workspaceId, [experimentId])).toMatchObject([{ state: 'refused', refusal }]);
  });

  it('is cancelled once, by the first request', async () => {
    const store = createExperimentRunStore(world.pool, world.clock);
    const runId = await beginRun(1);
    const cancel = (by: string) => store.cancel(setup.workspaceId, runId, by);
    expect([await cancel('usr_1'), await cancel('usr_2')]).toEqual([true, false]);
    const { rows } = await world.pool.query<{ by: string; items: number }>(
      `SELECT canceled_by AS by, (SELECT count(*)::int FROM workflow_outbox
         WHERE workflow_id = run_id AND kind = 'cancel_experiment_run') AS items
       FROM quality_experiment_runs WHERE run_id = $1`,
      [runId],
    );
    expect(rows).toEqual([{ by: 'usr_1', items: 1 }]);
  });

  it('is listed with its cells and its cost, without the figures', async () => {
    const store = createExperimentRunStore(world.pool, world.clock);
    const runId = await beginRun(2);
    const run = await store.find(setup.workspaceId, runId);
    const page = { workspaceId: setup.workspaceId, experimentId: run?.experimentId, status: undefined };
    await calls.settle(await reserved(intended(keyOf(runId))), ANSWERED);
    await runs.failCell({ runId, position: 1, arm: 'b' }, 'call_failed');
    expect(await store.list({ ...page, limit: 10, after: undefined })).toEqual([
      {
        ...{ runId, workspaceId: setup.workspaceId, experimentId: run?.experimentId, startedBy: 'tok_1' },
        ...{ state: 'running', refusal: null, spendCeilingNanoUsd: 100_000n, costNanoUsd: 30n, unpricedCalls: 0 },
        ...{ cells: 4, endedCells: 1, startedAt: world.clock.now(), endedAt: null, cancelRequestedAt: null },
      },
    ]);
    expect(await store.find(setup.workspaceId, runId)).toMatchObject({ cells: 4, facts: null, result: null });
  });

  it('and the deletion of its dataset exclude each other', async () => {
    const { pool, clock } = world;
    const { workspaceId } = setup;
    const [runStore, datasets] = [createExperimentRunStore(pool, clock), createDatasetStore(pool, clock)];
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const experimentId = await createMadeExperiment(world, workspaceId, makeDeclaration());
      const experiment = await createExperimentStore(pool, clock).find(workspaceId, experimentId);
      const datasetId = experiment?.declaration.dataset_id ?? '';
      const start = () => runStore.start({ workspaceId, experimentId, startedBy: 'tok_1' });
      const remove = () => datasets.remove(datasetId, 'tok_1');
      const [run, removal] =
        round % 2 === 0
          ? await Promise.allSettled([start(), remove()])
          : await Promise.allSettled([remove(), start()]).then(([removed, started]) => [started, removed] as const);
      const state = run.status === 'fulfilled' ? run.value?.state : run.status;
      const hasDataset = (await datasets.find({ datasetId, version: 1 })) !== undefined;
      outcomes.add(`${state}, ${removal.status}, ${hasDataset ? 'dataset' : 'no dataset'}`);
      if (state === 'refused') expect(run).toMatchObject({ value: { refusal: DATASET_DELETED, endedAt: clock.now() } });
    }
    const possible = ['running, rejected, dataset', 'refused, fulfilled, no dataset'];
    expect([...outcomes].filter((outcome) => !possible.includes(outcome))).toEqual([]);
  });

  it('waits for a deletion of its dataset, and is then refused', async () => {
    const { pool, clock } = world;
    const { workspaceId } = setup;
    const experimentId = await createMadeExperiment(world, workspaceId, makeDeclaration());
    const client = await pool.connect();
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number; dataset_id: string }>(
      `UPDATE quality_datasets d SET deleted_by = 'tok_1', deleted_at = $2 FROM quality_experiments e
       WHERE e.experiment_id = $1 AND d.dataset_id = e.declaration ->> 'dataset_id'
       RETURNING pg_backend_pid() AS pid, d.dataset_id`,
      [experimentId, clock.now()],
    );
    const started = createExperimentRunStore(pool, clock).start({ workspaceId, experimentId, startedBy: 'tok_1' });
    await waitUntil(async () => {
      const waiting = await pool.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [
        rows[0]?.pid,
      ]);
      return waiting.rowCount === 1;
    }, 10);
    await client.query('COMMIT');
    client.release();
    expect(await started).toMatchObject({ state: 'refused', refusal: DATASET_DELETED });
    const { rowCount } = await pool.query('SELECT FROM workflow_outbox WHERE workflow_id = $1', [
      (await started)?.runId,
    ]);
    expect(rowCount).toBe(0);
  });

  it('is started again if it lies untouched, unless its start is on its way', async () => {
    const runId = await beginRun(1);
    const lost = createLostExperimentRunStore(world.pool, world.clock);
    expect(await lost.startStaleAgain(0)).not.toContain(runId);
    await world.pool.query('UPDATE workflow_outbox SET sent_at = created_at WHERE workflow_id = $1', [runId]);
    expect(await lost.startStaleAgain(60_000)).not.toContain(runId);
    expect(await lost.startStaleAgain(0)).toContain(runId);
  });

  it('stands still since its start or its last call, also if the reconciler starts it again', async () => {
    const { pool, clock } = world;
    const began = clock.now();
    const after = (minutes: number) => world.clock.set(new Date(began.getTime() + minutes * 60_000).toISOString());
    const gauges = createExperimentGauges(pool, clock);
    await pool.query(
      `UPDATE quality_experiment_runs SET state = 'refused', refusal = '{}', ended_at = $1 WHERE state = 'running'`,
      [began],
    );
    try {
      const runId = await beginRun(1);
      await pool.query('UPDATE workflow_outbox SET sent_at = created_at WHERE workflow_id = $1', [runId]);
      after(130);
      expect(await createLostExperimentRunStore(pool, clock).startStaleAgain(60_000)).toEqual([runId]);
      expect(await gauges.running()).toMatchObject({ runs: 1, oldestSeconds: 7_800, maxStillSeconds: 7_800 });
      const call = await reserved(intended(keyOf(runId)));
      after(140);
      expect(await gauges.running()).toMatchObject({ oldestSeconds: 8_400, maxStillSeconds: 600 });
      await calls.settle(call, ANSWERED);
      expect(await gauges.running()).toMatchObject({ oldestSeconds: 8_400, maxStillSeconds: 0 });
    } finally {
      world.clock.set(began.toISOString());
    }
  });

  it('loses an answer when captured content has expired, or the run has ended', async () => {
    const { pool, clock } = world;
    const began = clock.now().getTime();
    const answered = async (): Promise<string> => {
      const runId = await beginRun(1);
      await calls.settle(await reserved(intended(keyOf(runId))), ANSWERED);
      return runId;
    };
    const [running, ended] = [await answered(), await answered()];
    const cellOf = async (runId: string) => {
      const { rows } = await pool.query<{ cell: string }>(
        `SELECT concat_ws(' ', state, verdict, nullif(reason, ''), answer) AS cell FROM quality_experiment_cells
         WHERE run_id = $1 AND arm = 'a'`,
        [runId],
      );
      return rows[0]?.cell;
    };
    let since = new Date(0);
    const sweeps = createRetentionSweepStore(pool, clock, { auditDays: 400, capturedSince: () => since });
    const sweep = () => sweeps.removeFromInstallation('experiment_answers', 1_000);
    try {
      await sweep();
      expect([await cellOf(running), await sweep()]).toEqual(['answered 42', 0]);
      // As if a defect had left the answer.
      await pool.query(`UPDATE quality_experiment_runs SET state = 'complete', ended_at = $2 WHERE run_id = $1`, [
        ended,
        clock.now(),
      ]);
      expect([await sweep(), await cellOf(ended), await cellOf(running)]).toEqual([1, 'answered', 'answered 42']);
      since = new Date(began - 1);
      expect(await sweep()).toBe(0);
      since = new Date(began);
      expect(await sweep()).toBeGreaterThan(0);
      expect(await cellOf(running)).toBe('ended unscored uncaptured');
      const kept = await answered();
      since = new Date(0);
      world.clock.set(new Date(began + 30 * DAY_MS - 1).toISOString());
      expect(await sweep()).toBe(0);
      world.clock.set(new Date(began + 30 * DAY_MS).toISOString());
      expect([await sweep(), await cellOf(kept)]).toEqual([1, 'ended unscored uncaptured']);
    } finally {
      world.clock.set(new Date(began).toISOString());
    }
  });

  it('loses the answers to erased requests', async () => {
    const runId = await beginRun(2);
    await calls.settle(await reserved(intended(keyOf(runId))), ANSWERED);
    const erased = { workspaceId: setup.workspaceId, requestIds: ['r0'] };
    expect(await eraseExperimentAnswers(world.pool, erased, world.clock.now())).toBe(2);
    expect(await eraseExperimentAnswers(world.pool, erased, world.clock.now())).toBe(0);
    expect((await runs.material(keyOf(runId)))?.answer).toBeNull();
    expect(await runs.results(runId)).toMatchObject([{ reason: 'excluded' }, { reason: 'excluded' }]);
  });
});
