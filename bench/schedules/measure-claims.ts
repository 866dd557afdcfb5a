import type pg from 'pg';
import { timeZones } from '../../contracts/time-zone.ts';
import { noFaultPoints } from '../../domain/fault-points.ts';
import { createSchedulePlanner, type SchedulePlanner } from '../../store/schedule-planning.ts';
import { DISPATCH_LIMITS } from '../../worker/dispatch.ts';
import { median, medianRatio } from '../reports/spread.ts';
import { createBareClaim } from './bare-claim.ts';
import { dailyAt, makeSchedules, workspaceIdsOf, type BenchPeople, type ScheduleBatch } from './made-schedules.ts';

const LEAST = 0.2;
/** As many plans at once as one worker makes. */
const AT_ONCE = DISPATCH_LIMITS.maxConcurrentActivityTaskExecutions;

/**
 * Every schedule of the batch claimed by the planner, one of each workspace at a time, against a bare queue of as many rows:
 * in turns, as often as a workspace has schedules.
 */
export async function measureClaims(
  pool: pg.Pool,
  people: BenchPeople,
  batch: ScheduleBatch,
  report: (line: string) => void,
): Promise<void> {
  const dueAt = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  await makeSchedules(pool, people, batch, dailyAt(dueAt));
  const log = { warn: (members: object, sentence: string) => report(`${sentence} ${JSON.stringify(members)}`) };
  const clock = { now: () => new Date() };
  const planner = createSchedulePlanner({ pool, clock, zones: timeZones, faultPoints: noFaultPoints, log });
  const bare = await createBareClaim(pool);
  const { workspaces } = batch;
  const sizes = [AT_ONCE, workspaces];
  const rates: { planner: number[]; bare: number[][] } = { planner: [], bare: sizes.map(() => []) };
  const rate = (ms: number): number => (workspaces / ms) * 1_000;

  for (let round = 0; round < batch.schedules / workspaces; round += 1) {
    for (const [index, size] of sizes.entries()) {
      await bare.fill(workspaces);
      rates.bare[index]?.push(rate(await bare.claimAll(size)));
    }
    rates.planner.push(rate(await planAll(planner, batch)));
    await deliverAll(pool, workspaces);
  }
  await requireClaimed(pool, batch, dueAt);
  await pool.query('DROP TABLE bare_schedules, bare_claims');

  report(
    `\n${batch.schedules} schedules of ${workspaces} workspaces due at once, claimed; ${rates.planner.length} times in turns`,
  );
  const print = (name: string, own: readonly number[], note = ''): void =>
    report(`  ${name.padEnd(38)} ${median(own).toFixed(0).padStart(6)} a second  ${note}`);
  for (const [index, size] of sizes.entries()) {
    const own = rates.bare[index] ?? [];
    const goal = index === 0 ? ` (at least ${LEAST})` : '';
    print(
      `bare claim, ${size} a statement`,
      own,
      `the planner has ${medianRatio(rates.planner, own).toFixed(3)} ×${goal}`,
    );
  }
  print(`planner, ${AT_ONCE} workspaces at once`, rates.planner);
}

/** One plan of each workspace; milliseconds. */
async function planAll(planner: SchedulePlanner, batch: ScheduleBatch): Promise<number> {
  const waiting = workspaceIdsOf(batch);
  const began = performance.now();
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { inFlight } = await planner.plan(id);
      if (inFlight?.workspaceId !== id) throw new Error(`The plan of ${id} has claimed nothing.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return performance.now() - began;
}

/** Lets every workspace go on; only a claim keeps it waiting. */
async function deliverAll(pool: pg.Pool, expected: number): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE report_occurrences SET state = 'delivered', finished_at = created_at WHERE state = 'claimed'`,
  );
  if (rowCount !== expected) throw new Error(`${rowCount ?? 0} workspaces had claimed, not ${expected}.`);
}

/** One occurrence of each schedule, for the instant at which all were due, and the next one a day later. */
async function requireClaimed(pool: pg.Pool, { schedules }: ScheduleBatch, dueAt: Date): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM report_occurrences o JOIN report_schedules s USING (schedule_id)
     WHERE o.scheduled_for = $1 AND s.last_scheduled_for = $1 AND s.next_run_at = $1::timestamptz + interval '1 day'
       AND s.revision = 1 AND o.skipped_count = 0`,
    [dueAt],
  );
  if (rows[0]?.count !== schedules) throw new Error(`${rows[0]?.count ?? 0} schedules were claimed, not ${schedules}.`);
}
