import { PROCESSES, type ProcessName } from '../../testing/processes/system-world.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { RunDocument } from '../../testing/scenarios/crash-client.ts';
import type { Scenario, Stage } from '../../testing/scenarios/scenario.ts';
import { COMPARISON_SCENARIOS } from './comparisons/comparison-scenarios.ts';
import { CALIBRATION_FIT_SCENARIOS } from './quality/calibration-fit-scenarios.ts';
import { EXPERIMENT_SCENARIOS } from './quality/experiment-scenarios.ts';
import { playConcurrentCreation } from './play-concurrent-creation.ts';
import { playGatewayUnderLoad } from './gateway/play-gateway-under-load.ts';
import { JUDGE_SCENARIOS } from './judges/judge-scenarios.ts';
import { VALIDATION_SCENARIOS } from './judges/validation-scenarios.ts';
import { MISSED_SCENARIOS } from './missed-schedules.ts';
import { FOUR_PRODUCER_SCENARIOS } from './four-producer-scenarios.ts';
import { SCHEDULE_SCENARIOS } from './schedule-scenarios.ts';
import { playTwoOfEach } from './play-two-of-each.ts';

const FAULT_POINTS = [
  'relay.before_start',
  'relay.after_start',
  'run.after_claim',
  'run.before_settle',
  'run.after_settle',
];

/** The number of runs in progress when a process is killed. */
const RUNS = 10;

export const SCENARIOS: readonly Scenario[] = [
  ...FAULT_POINTS.map((point) => ordered(`worker killed at ${point}`, killedAt(point))),
  ordered('api killed between commit and answer', apiKilledAfterCommit),
  ordered('api killed between answer and relay', apiKilledBeforeRelay),
  ...PROCESSES.map((name) => ordered(`${name} killed under load`, killedUnderLoad([name]))),
  ordered('everything killed under load', killedUnderLoad(PROCESSES)),
  ordered('1,000 runs at once, worker killed three times', playConcurrentCreation),
  ordered('workflow terminated by hand', terminatedByHand),
  ordered('ordered while no worker and no Temporal is alive', orderedAlone),
  ...SCHEDULE_SCENARIOS,
  ...MISSED_SCENARIOS,
  { name: 'two of each killed at random', play: playTwoOfEach },
  ...COMPARISON_SCENARIOS,
  ...JUDGE_SCENARIOS,
  ...VALIDATION_SCENARIOS,
  ...EXPERIMENT_SCENARIOS,
  ...CALIBRATION_FIT_SCENARIOS,
  ...FOUR_PRODUCER_SCENARIOS,
  { name: 'gateway under fire', play: playGatewayUnderLoad },
];

/** Orders runs and returns every run that must settle. */
type Ordering = (stage: Stage) => Promise<RunDocument[]>;

function ordered(name: string, play: Ordering): Scenario {
  return { name, play: async (stage) => ({ runs: await play(stage), faults: [] }) };
}

function killedAt(point: string): Ordering {
  return async ({ world, order }) => {
    await world.kill('worker');
    await world.start('worker', { TRUETALLY_FAULT_POINT: point });
    const runs = await orderMany(order, 3);
    await world.ended('worker');
    await world.start('worker');
    return runs;
  };
}

async function apiKilledAfterCommit({ world, order }: Stage): Promise<RunDocument[]> {
  await world.kill('api');
  await world.start('api', { TRUETALLY_FAULT_POINT: 'api.report_committed' });
  const asked = order();
  await world.ended('api');
  await world.start('api');
  return [await asked];
}

async function apiKilledBeforeRelay({ world, order }: Stage): Promise<RunDocument[]> {
  await world.kill('worker');
  const runs = await orderMany(order, RUNS);
  await world.kill('api');
  await world.start('worker');
  await world.start('api');
  return runs;
}

function killedUnderLoad(names: readonly ProcessName[]): Ordering {
  return async ({ world, order }) => {
    const before = await orderMany(order, RUNS);
    const during = orderMany(order, RUNS);
    await Promise.all(names.map((name) => world.kill(name)));
    for (const name of names) await world.start(name);
    return [...before, ...(await during)];
  };
}

async function terminatedByHand({ world, temporal, order, run }: Stage): Promise<RunDocument[]> {
  // Without ClickHouse, every attempt fails and the runs wait in their backoff.
  await world.kill('clickhouse');
  const runs = await orderMany(order, 3);
  for (const created of runs) {
    await waitUntil(async () => (await run(created)).attempt > 0, 30);
    await temporal.workflow.getHandle(created.run_id).terminate('by hand');
  }
  await world.start('clickhouse');
  return runs;
}

async function orderedAlone({ world, order, run }: Stage): Promise<RunDocument[]> {
  await Promise.all([world.kill('worker'), world.kill('temporal')]);
  const runs = await orderMany(order, RUNS);
  for (const created of runs) {
    const { state } = await run(created);
    if (state !== 'queued') throw new Error(`Without a worker, ${created.run_id} reads ${state}, not queued.`);
  }
  await world.start('temporal');
  await world.start('worker');
  return runs;
}

function orderMany(order: Stage['order'], count: number): Promise<RunDocument[]> {
  return Promise.all(Array.from({ length: count }, order));
}
