import { setTimeout as delay } from 'node:timers/promises';
import type { FaultPlan } from '../../../providers/playback/fault-plan.ts';
import { createRandom } from '../../../testing/random.ts';
import type { ScenarioOutcome, Stage } from '../../../testing/scenarios/scenario.ts';
import { createWorkerCrew } from '../create-worker-crew.ts';
import { untilCalled } from '../until-called.ts';
import { openExperimentSite, openExperimentWorkspace, type ExperimentWorkspace } from './experiment-workspace.ts';
import { assessExperiments } from './find-experiment-faults.ts';

const RUNS = 16;
const KILLS = 16;
/** One run in eight is cancelled. */
const CANCELLED_EVERY = 8;

/** Most calls are short, and some are still in flight when their worker is killed. The provider sometimes limits. */
const PLAN: FaultPlan = {
  latency_ms: 100,
  faults: [
    { fault: 'rate_limited', retry_after_seconds: 1, every: 41 },
    { fault: 'slow', latency_ms: 1_500, every: 4 },
  ],
};

/** The maximum delay between the detection of a call in flight and the kill. */
const AIM_MS = 500;

/** Starts runs during kills of two workers in turn. Each kill waits for a call in flight. */
export async function playRandomExperimentKills(stage: Stage): Promise<ScenarioOutcome> {
  const { world, report, seed } = stage;
  const site = await openExperimentSite(stage, PLAN);
  try {
    const workspace = await openExperimentWorkspace(stage, site);
    for (const name of ['worker', 'worker-2'] as const) {
      if (world.lives(name)) await world.kill(name);
      await world.start(name, site.env);
    }
    report(`seed ${seed}: ${RUNS} runs, ${KILLS} kills`);
    const { runIds, aimed } = await killDuringRuns(stage, workspace, site.env);
    const { faults, runs, calls } = await assessExperiments(stage, site.provider, workspace, runIds);
    const [complete, unknown] = [
      runs.filter(({ state }) => state === 'complete'),
      calls.filter(({ state }) => state === 'effect_unknown'),
    ];
    report(`${aimed} kills met calls in flight; ${complete.length} of ${RUNS} runs are complete`);
    report(`${calls.length} calls, of which ${unknown.length} have an unknown effect`);
    const digests = new Set(complete.flatMap((run) => (run.unknown === 0 ? [run.digest] : [])));
    const differs = digests.size > 1 ? [`whole runs have ${digests.size} different figures`] : [];
    return { runs: [], faults: [...faults, ...differs] };
  } finally {
    if (world.lives('worker-2')) await world.kill('worker-2');
    await site.close();
  }
}

async function killDuringRuns(
  { world, pool, seed }: Stage,
  workspace: ExperimentWorkspace,
  env: Readonly<Record<string, string>>,
): Promise<{ runIds: string[]; aimed: number }> {
  const random = createRandom(seed);
  const crew = createWorkerCrew(world, env);
  const runIds: string[] = [];
  let aimed = 0;
  let lastAt = new Date();
  for (let kill = 0; kill < KILLS; kill += 1) {
    while (runIds.length < Math.ceil((RUNS * (kill + 1)) / KILLS)) {
      const runId = await workspace.start(await workspace.declare());
      runIds.push(runId);
      if (runIds.length % CANCELLED_EVERY === 0) await workspace.cancel(runId);
    }
    if (await untilCalled(pool, 'quality_experiment_calls', lastAt)) aimed += 1;
    await delay(random.whole(0, AIM_MS));
    lastAt = new Date();
    await crew.killWorker();
  }
  await crew.rest();
  return { runIds, aimed };
}
