import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { FaultPlan } from '../../../providers/playback/fault-plan.ts';
import { SERVICES, type ProcessName } from '../../../testing/processes/system-world.ts';
import { createRandom } from '../../../testing/random.ts';
import type { ScenarioOutcome, Stage } from '../../../testing/scenarios/scenario.ts';
import { createWorkerCrew } from '../create-worker-crew.ts';
import { untilCalled } from '../until-called.ts';
import {
  cancelRun,
  createComparingWorkspaces,
  planRun,
  startProvider,
  startRun,
  type PlannedRun,
} from './comparing-workspace.ts';
import { assessComparisons, type ComparisonFigures } from './find-comparison-faults.ts';

const WORKSPACES = 5;
const RUNS = 100;
const KILLS = 200;
/** One run in four is graded by a judge, and one in twenty is cancelled. */
const JUDGED_EVERY = 4;
const CANCELLED_EVERY = 20;
/** The probability that a round kills an API; the other rounds kill a worker. */
const API_ODDS = 1 / 5;

/**
 * Most calls are short, and some are still in flight when their worker is killed. The provider sometimes limits or
 * interrupts calls.
 */
const PLAN: FaultPlan = {
  latency_ms: 100,
  faults: [
    { fault: 'rate_limited', retry_after_seconds: 1, every: 41 },
    { fault: 'cut', skip: 5, every: 53 },
    { fault: 'failing', status: 500, billed: false, skip: 11, every: 61 },
    { fault: 'slow', latency_ms: 1_500, every: 4 },
  ],
};

/** The maximum delay between the detection of a call in flight and the kill. */
const AIM_MS = 500;
const REPORT_EVERY = 25;

/**
 * Starts a hundred runs during two hundred kills of two workers and two APIs. Each kill waits for a call in flight that
 * began after the previous kill, so that kills hit paid calls.
 */
export async function playRandomComparisonKills(stage: Stage): Promise<ScenarioOutcome> {
  const { world, report, seed } = stage;
  const provider = await startProvider(PLAN);
  try {
    report(`seed ${seed}: ${RUNS} runs, ${KILLS} kills`);
    for (const name of SERVICES) if (!world.lives(name)) await world.start(name);
    const workspaces = await createComparingWorkspaces(stage, provider, WORKSPACES);
    const runs: PlannedRun[] = [];
    for (let index = 0; index < RUNS; index += 1)
      runs.push(await planRun(workspaces[index % WORKSPACES]!, index % JUDGED_EVERY === 0 ? 'judged' : 'labeled'));

    const startedAt = performance.now();
    const { killed, aimed } = await killAtRandom(stage, runs);
    const killedMs = performance.now() - startedAt;
    for (const name of SERVICES) if (!world.lives(name)) await world.start(name);
    const { faults, figures } = await assessComparisons(stage, provider, runs);
    const endedMs = performance.now() - startedAt;
    for (const line of linesOf(figures, killed, aimed)) report(line);
    report(`killed for ${seconds(killedMs)}, and all had ended and was judged after ${seconds(endedMs)}`);
    for (const name of ['worker-2', 'api-2'] as const) await world.kill(name);
    return { runs: [], faults };
  } finally {
    await provider.close();
  }
}

interface Killed {
  readonly killed: readonly ProcessName[];
  /** The number of kills that hit a call in flight. */
  readonly aimed: number;
}

async function killAtRandom({ world, pool, report, seed }: Stage, runs: readonly PlannedRun[]): Promise<Killed> {
  const random = createRandom(seed);
  const started: Promise<void>[] = [];
  const begin = (run: PlannedRun, isCancelled: boolean): void => {
    const all = startRun(run).then(async () => {
      if (!isCancelled) return;
      await delay(random.whole(0, 2_000));
      await cancelRun(run);
    });
    // The result is awaited after all kills.
    all.catch(() => undefined);
    started.push(all);
  };
  const crew = createWorkerCrew(world);
  const killOne = (): Promise<ProcessName> => {
    const apis = (['api', 'api-2'] as const).filter((name) => !crew.isStarting(name));
    // One API always answers, because callers have no other.
    const isApi = apis.length === 2 && random.chance(API_ODDS);
    return isApi ? crew.kill(random.pick(apis)) : crew.killWorker();
  };
  const killed: ProcessName[] = [];
  let aimed = 0;
  let lastAt = new Date();
  while (killed.length < KILLS) {
    while (started.length < Math.ceil((RUNS * (killed.length + 1)) / KILLS))
      begin(runs[started.length]!, started.length % CANCELLED_EVERY === CANCELLED_EVERY - 1);
    if (await untilCalled(pool, 'comparison_calls', lastAt)) aimed += 1;
    await delay(random.whole(0, AIM_MS));
    lastAt = new Date();
    killed.push(await killOne());
    if (killed.length % REPORT_EVERY === 0)
      report(`${killed.length} kills, ${await countEnded(pool, runs)} runs have ended`);
  }
  await crew.rest();
  await Promise.all(started);
  return { killed, aimed };
}

async function countEnded(pool: pg.Pool, runs: readonly PlannedRun[]): Promise<number> {
  const { rows } = await pool.query<{ ended: number }>(
    'SELECT count(ended_at)::int AS ended FROM comparison_runs WHERE run_id = ANY ($1)',
    [runs.map(({ runId }) => runId)],
  );
  return rows[0]?.ended ?? 0;
}

function linesOf(
  { states, calls, billed, billedCalls }: ComparisonFigures,
  killed: readonly ProcessName[],
  aimed: number,
): string[] {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const kills = Object.fromEntries(SERVICES.map((name) => [name, killed.filter((one) => one === name).length]));
  return [
    `kills: ${killed.length} (${list(kills)}), of which ${aimed} met calls that were out`,
    `runs:  ${list(states)}`,
    `calls: ${list(calls)}`,
    `bill:  ${billed} lines of ${billedCalls} calls`,
  ];
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
