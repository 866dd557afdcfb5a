import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createRandom } from '../../testing/random.ts';
import type { RunDocument } from '../../testing/scenarios/crash-client.ts';
import type { Stage } from '../../testing/scenarios/scenario.ts';

const CALLERS = 20;
const RUNS_OF_EACH = 50;
const RUNS = CALLERS * RUNS_OF_EACH;
const KILLS = 3;

/**
 * The default settings, because the other scenarios use shorter times. Under this load, a reconciler with shorter times
 * would treat every waiting run as lost.
 */
const AS_SHIPPED = {
  TRUETALLY_RUN_HEARTBEAT_SECONDS: '15',
  TRUETALLY_RECONCILE_SECONDS: '30',
  TRUETALLY_STALE_SECONDS: '120',
} as const;

const PROBE_EVERY_MS = 100;
const LOOK_EVERY_MS = 20;
const SETTLE_MS = 600_000;

/**
 * Twenty callers create fifty reports each, all concurrently. The worker is killed each time another random number of
 * runs has settled, and a reader reads continuously. Every read must be answered. The scenario prints how long all of
 * it takes.
 */
export async function playConcurrentCreation(stage: Stage): Promise<RunDocument[]> {
  const { pool, report, seed, world } = stage;
  const random = createRandom(seed);
  const killAt = Array.from({ length: KILLS }, () => random.whole(0, RUNS - 50)).sort((left, right) => left - right);
  report(`seed ${seed}: the worker is killed at ${killAt.join(', ')} settled runs`);
  const callers = await Promise.all(Array.from({ length: CALLERS }, (_, index) => stage.newCaller(`caller ${index}`)));

  const restart = async (env: Readonly<Record<string, string>>): Promise<void> => {
    await world.kill('worker');
    await world.start('worker', env);
  };
  await restart(AS_SHIPPED);

  const before = await settledRuns(pool);
  const started = performance.now();
  const since = (): number => performance.now() - started;
  const over = new AbortController();
  const probing = probe(() => stage.client.report(stage.settled), over.signal);
  try {
    const accepted: number[] = [];
    const ordering = Promise.all(
      callers.flatMap(({ order }, caller) =>
        Array.from({ length: RUNS_OF_EACH }, async (_, index) => {
          const run = await order(`seed-${seed}-caller-${caller}-report-${index}`);
          accepted.push(since());
          return run;
        }),
      ),
    );
    for (const threshold of killAt) {
      await untilSettled(pool, before + threshold);
      await restart(AS_SHIPPED);
    }
    const runs = await ordering;
    await untilSettled(pool, before + RUNS);
    report(`${RUNS} runs settled in ${(since() / 1000).toFixed(1)} s`);
    report(`accepted after ${percentiles(accepted)}`);
    report(`settled after ${percentiles(await settleTimes(pool, runs))}, from the creation of each`);
    return runs;
  } finally {
    over.abort();
    report(`a read meanwhile took ${percentiles(await probing)}`);
    await restart({});
  }
}

/** Reads repeatedly until the signal aborts; rejects with the first failed read. */
async function probe(read: () => Promise<unknown>, signal: AbortSignal): Promise<number[]> {
  const taken: number[] = [];
  while (!signal.aborted) {
    const started = performance.now();
    await read();
    taken.push(performance.now() - started);
    await delay(PROBE_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return taken;
}

async function settledRuns(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ settled: number }>('SELECT count(*)::int AS settled FROM settlements');
  return rows[0]?.settled ?? 0;
}

async function untilSettled(pool: pg.Pool, count: number): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  while ((await settledRuns(pool)) < count) {
    if (performance.now() > deadline) throw new Error(`${await settledRuns(pool)} runs settled, not ${count}.`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Milliseconds from creation to outcome of each run, by the rows. */
async function settleTimes(pool: pg.Pool, runs: readonly RunDocument[]): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number }>(
    `SELECT extract(epoch FROM finished_at - created_at)::float8 * 1000 AS ms FROM report_runs WHERE run_id = ANY($1)`,
    [runs.map((run) => run.run_id)],
  );
  return rows.map(({ ms }) => ms);
}

function percentiles(values: readonly number[]): string {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number): string => `${Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)} ms`;
  return `${at(0.5)} (p50), ${at(0.95)} (p95), ${at(0.99)} (p99), ${at(1)} (most) of ${sorted.length}`;
}
