import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { demoTraffic } from '../../launcher/demo/demo-traffic.ts';
import { JournalWriter } from '../../journal/files/journal-writer.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { createRandom } from '../../testing/random.ts';
import { ENGINES, SERVICES } from '../../testing/processes/system-world.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createCrashClient, type RunDocument } from '../../testing/scenarios/crash-client.ts';
import {
  createDueWorkspaces,
  findScheduleFaults,
  scheduleHourly,
  unschedule,
  type DueSchedule,
  type DueWorkspace,
} from '../../testing/scenarios/due-schedules.ts';
import type { ScenarioOutcome, Stage } from '../../testing/scenarios/scenario.ts';
import { balancedFetch } from './balanced-fetch.ts';
import { killAtRandom, ROUND_MS, type KillRound } from './kill-at-random.ts';
import { createOrders, findOrderFaults, type Orders } from './orders.ts';
import { formatScenarioFigures, waitUntilSettled } from './settled-figures.ts';
import { findScheduledAnswerFaults, findTrafficFaults } from './stored-answers.ts';

const WORKSPACES = 20;
const REQUESTS_OF_EACH = 300;
const REQUESTS_OF_A_ROUND = 20;
const TRAFFIC_DAYS = 15;
const WRITER = 'two-of-each';

/**
 * The settings of a deployment with shorter times. The times are long enough that no waiting work counts as lost under
 * this load.
 */
const SETTINGS = {
  TRUETALLY_RUN_HEARTBEAT_SECONDS: '10',
  TRUETALLY_RECONCILE_SECONDS: '5',
  TRUETALLY_STALE_SECONDS: '30',
};

/** The share of runs that are ordered before the first kill, at this interval. */
const UNDISTURBED_SHARE = 0.05;
const UNDISTURBED_GAP_MS = 250;
/**
 * The lead of a schedule's first instant. It is long enough to create the schedule despite kills, and falls into the
 * following rounds.
 */
const LEAD_MS = { min: 20_000, max: 40_000 };
/**
 * The share of rounds that create schedules. The last rounds create none, so that all schedules are due before the end.
 */
const SCHEDULING_SHARE = 0.85;
const LOAD_SECONDS = 180;
const REPORT_EVERY = 10;

/** The work in progress while processes are killed. */
interface Work {
  readonly orders: Orders;
  readonly workspaces: readonly DueWorkspace[];
  readonly schedules: Promise<DueSchedule>[];
  readonly writer: JournalWriter;
  /** The number of lines that were in the journal before. */
  readonly written: number;
  /** A separate workspace whose traffic is written over all rounds. */
  readonly counted: DueWorkspace;
  readonly traffic: readonly TrafficEvent[];
  /** The time of preparation, slightly after the newest traffic. */
  readonly preparedAt: Date;
}

/**
 * Two APIs and two workers on the same engines. Every round kills one or two of all seven processes at random moments
 * and starts them again. During the rounds, a balanced client orders runs, schedules are created and become due, and
 * traffic arrives.
 */
export async function playTwoOfEach(stage: Stage): Promise<ScenarioOutcome> {
  const { world, pool, report, seed, size } = stage;
  report(`seed ${seed}: ${size.rounds} rounds, ${size.runs} runs, ${size.schedules} schedules`);
  for (const name of SERVICES) {
    await world.kill(name);
    await world.start(name, SETTINGS);
  }
  const work = await prepareWork(stage);
  const calm = Math.max(1, Math.round(size.runs * UNDISTURBED_SHARE));
  await work.orders.place(calm, calm * UNDISTURBED_GAP_MS);
  await work.orders.accepted();
  await waitUntilSettled(pool);

  const rounds = await killInRounds(stage, work);
  const runs = await work.orders.accepted();
  const due = await Promise.all(work.schedules);
  const lastDue = Math.max(...due.map(({ dueAt }) => dueAt.getTime()));
  await delay(Math.max(0, lastDue - Date.now()));
  await waitUntilSettled(pool);
  const settleMs = Date.now() - Math.max(lastDue, ...rounds.map(({ lastAt }) => lastAt));

  const faults = await faultsAfterwards(stage, work, { rounds, runs, due });
  const [undisturbed, disturbed] = [runs.slice(0, calm), runs.slice(calm)];
  const scheduleIds = due.map(({ scheduleId }) => scheduleId);
  const undergone = { rounds, undisturbed, disturbed, waits: work.orders.waits, scheduleIds, settleMs };
  for (const line of await formatScenarioFigures(pool, undergone)) report(line);
  await unschedule(work.workspaces, due);
  for (const name of SERVICES) await world.kill(name);
  await world.start('worker');
  await world.start('api');
  return { runs, faults };
}

async function prepareWork(stage: Stage): Promise<Work> {
  const { world, pool, size } = stage;
  const place = { ...stage.place, fetch: balancedFetch(world.origins) };
  const [counted, ...workspaces] = await createDueWorkspaces({ ...stage, place }, WORKSPACES + 1);
  if (counted === undefined) throw new Error('unreachable');
  const preparedAt = new Date();
  const trafficOf = ({ workspaceId, leaf }: DueWorkspace, requests: number): TrafficEvent[] =>
    demoTraffic({
      organizationId: place.organizationId,
      workspaceId,
      environments: [leaf],
      now: preparedAt,
      requests,
    });
  const known = workspaces.flatMap((workspace) => trafficOf(workspace, REQUESTS_OF_EACH));
  const writer = new JournalWriter({ folder: world.journalFolder, writerId: WRITER, waitsForDisk: true });
  await writer.append(known);
  await untilLoaded(pool, known.length);
  const client = createCrashClient({ ...place, workspaceId: DEMO_TENANCY.workspaceId });
  const orders = createOrders(client, stage.viewId, nameOfOrders(stage));
  const traffic = trafficOf(counted, size.rounds * REQUESTS_OF_A_ROUND);
  return { orders, workspaces, schedules: [], writer, written: known.length, counted, traffic, preparedAt };
}

async function killInRounds({ world, pool, report, seed, size }: Stage, work: Work): Promise<KillRound[]> {
  const { orders, workspaces, schedules, writer, traffic } = work;
  const random = createRandom(seed);
  const ordered = orders.count();
  const upTo = (total: number, round: number, last = size.rounds): number =>
    Math.round((total * Math.min(round, last)) / last);
  const rounds: KillRound[] = [];
  for (let round = 1; round <= size.rounds; round += 1) {
    const ordering = orders.place(ordered + upTo(size.runs - ordered, round) - orders.count(), ROUND_MS);
    while (schedules.length < upTo(size.schedules, round, Math.ceil(size.rounds * SCHEDULING_SHARE))) {
      const dueAt = new Date(Date.now() + random.whole(LEAD_MS.min, LEAD_MS.max));
      const schedule = scheduleHourly(random.pick(workspaces), dueAt);
      // The result is awaited after all rounds.
      schedule.catch(() => undefined);
      schedules.push(schedule);
    }
    await writer.append(traffic.slice(upTo(traffic.length, round - 1), upTo(traffic.length, round)));
    rounds.push(await killAtRandom(world, random, SETTINGS));
    await ordering;
    if (round % REPORT_EVERY === 0) report(`${round} rounds, ${await countSettlements(pool)} runs have settled`);
  }
  await writer.close();
  return rounds;
}

interface Outcome {
  readonly rounds: readonly KillRound[];
  readonly runs: readonly RunDocument[];
  readonly due: readonly DueSchedule[];
}

/** All faults except those of ordered runs, which are checked as in every scenario. */
async function faultsAfterwards(stage: Stage, work: Work, { rounds, runs, due }: Outcome): Promise<string[]> {
  const { world, pool } = stage;
  const { counted, traffic, preparedAt, workspaces } = work;
  await untilLoaded(pool, work.written + traffic.length);
  const window = { from: new Date(preparedAt.getTime() - TRAFFIC_DAYS * 86_400_000), to: preparedAt };
  return [
    ...rounds.flatMap(({ fallen, mayFall }) => (mayFall ? [] : fallen.map((name) => `${name} had ended by itself`))),
    ...[...SERVICES, ...ENGINES].filter((name) => !world.lives(name)).map((name) => `${name} is dead`),
    ...(await findOrderFaults(pool, runs, nameOfOrders(stage))),
    ...(await findScheduleFaults(stage, due)),
    ...(await findScheduledAnswerFaults(stage, workspaces)),
    ...(await findTrafficFaults(counted, traffic, window)),
  ];
}

function nameOfOrders({ seed }: Stage): string {
  return `${WRITER}-${seed}`;
}

async function untilLoaded(pool: pg.Pool, lines: number): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await pool.query<{ lines: number }>(
      `SELECT coalesce(sum(line_count), 0)::int AS lines FROM ingest_batches
       WHERE source_id LIKE 'journal:${WRITER}.%' AND loaded_at IS NOT NULL`,
    );
    return rows[0]?.lines === lines;
  }, LOAD_SECONDS);
}

async function countSettlements(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ settled: number }>('SELECT count(*)::int AS settled FROM settlements');
  return rows[0]?.settled ?? 0;
}
