import type pg from 'pg';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { createSchedulePlanner } from '../../store/schedules/schedule-planner.ts';
import { median, medianRatio } from '../reports/spread.ts';
import { WORKER_QUEUES } from '../../worker/worker-queues.ts';
import { type BareClaim, createSameTablesClaim, createBareQueue } from './bare-claim.ts';
import { dailyAt, makeSchedules, listWorkspaceIds, type BenchPeople, type ScheduleBatch } from './made-schedules.ts';

const MIN_RATIO = 0.2;
/** The number of plans that one worker computes in parallel. */
const AT_ONCE = WORKER_QUEUES.dispatch.limits.maxConcurrentActivityTaskExecutions;

/** A way to claim one due schedule in each of many workspaces. */
interface ClaimContender {
  readonly name: string;
  readonly rates: number[];
  /** Claims one schedule in each workspace. Each workspace has a due schedule and nothing in flight. */
  claim(): Promise<void>;
}

/**
 * Measures claims of all schedules of the batch, by the planner and by statements that claim in batches, in turns. Each
 * turn claims one schedule in each workspace. Only claims are timed; the bench settles the claimed occurrences.
 */
export async function measureClaims(
  pool: pg.Pool,
  people: BenchPeople,
  batch: ScheduleBatch,
  report: (line: string) => void,
): Promise<void> {
  const { workspaces, schedules } = batch;
  const dueAt = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const make = async (number: number): Promise<ScheduleBatch> => {
    const own = { ...batch, first: batch.first + number * workspaces };
    await makeSchedules(pool, people, own, dailyAt(dueAt));
    return own;
  };
  const batches = [await make(0), await make(1), await make(2)] as const;
  const queue = await createBareQueue(pool, dueAt);
  const tables = createSameTablesClaim(pool, dueAt);
  const planned = { name: `planner, ${AT_ONCE} workspaces at once`, rates: [], claim: plans(pool, batches[0], report) };
  const against: ClaimContender[] = [
    bareContender(`bare queue, ${AT_ONCE} workspaces a statement`, queue, batches[1], AT_ONCE),
    bareContender(`bare queue, ${workspaces} workspaces a statement`, queue, batches[2], workspaces),
    bareContender(`same tables, ${AT_ONCE} workspaces a statement`, tables, batches[1], AT_ONCE),
    bareContender(`same tables, ${workspaces} workspaces a statement`, tables, batches[2], workspaces),
  ];
  for (let round = 0; round < schedules / workspaces; round += 1) {
    for (const contender of [...against, planned]) {
      const began = performance.now();
      await contender.claim();
      contender.rates.push((workspaces / (performance.now() - began)) * 1_000);
    }
    await deliverAll(pool, batches.length * workspaces);
  }
  await requireClaimed(pool, batches.length * schedules, dueAt);
  await pool.query('DROP TABLE bare_schedules, bare_claims');

  const { rates } = planned;
  report(`\n${schedules} due schedules of ${workspaces} workspaces, claimed; ${rates.length} alternating rounds`);
  const print = (name: string, own: readonly number[], note = ''): void =>
    report(`  ${name.padEnd(40)} ${median(own).toFixed(0).padStart(6)} a second  ${note}`);
  print(planned.name, rates);
  for (const [index, { name, rates: own }] of against.entries()) {
    const goal = index === 0 ? ` (at least ${MIN_RATIO})` : '';
    print(name, own, `the planner has ${medianRatio(rates, own).toFixed(2)} ×${goal}`);
  }
}

/** Computes one plan for each workspace, with the parallelism of a worker. */
function plans(pool: pg.Pool, batch: ScheduleBatch, report: (line: string) => void): () => Promise<void> {
  const log = { warn: (members: object, sentence: string) => report(`${sentence} ${JSON.stringify(members)}`) };
  const clock = { now: () => new Date() };
  const planner = createSchedulePlanner({ pool, clock, zones: timeZones, faultPoints: noFaultPoints, log });
  return async () => {
    const waiting = listWorkspaceIds(batch);
    const work = async (): Promise<void> => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const { inFlight } = await planner.plan(id);
        if (inFlight?.workspaceId !== id) throw new Error(`The plan of ${id} has claimed nothing.`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
}

/** The contender of sequential statements. */
function bareContender(name: string, claim: BareClaim, batch: ScheduleBatch, size: number): ClaimContender {
  const all = listWorkspaceIds(batch);
  return {
    name,
    rates: [],
    claim: async () => {
      for (let at = 0; at < all.length; at += size) await claim(all.slice(at, at + size));
    },
  };
}

/** Delivers all claimed occurrences, because a workspace with a claimed occurrence cannot claim the next. */
async function deliverAll(pool: pg.Pool, expected: number): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE report_occurrences SET state = 'delivered', finished_at = created_at WHERE state = 'claimed'`,
  );
  if (rowCount !== expected) throw new Error(`${rowCount ?? 0} workspaces had claimed, not ${expected}.`);
}

/**
 * Requires one occurrence of each schedule, for the instant at which all were due, and the next instant a day later.
 */
async function requireClaimed(pool: pg.Pool, expected: number, dueAt: Date): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM report_occurrences o JOIN report_schedules s USING (schedule_id)
     WHERE o.scheduled_for = $1 AND s.last_scheduled_for = $1 AND s.next_run_at = $1::timestamptz + interval '1 day'
       AND s.revision = 1 AND o.skipped_count = 0`,
    [dueAt],
  );
  if (rows[0]?.count !== expected) throw new Error(`${rows[0]?.count ?? 0} schedules were claimed, not ${expected}.`);
}
