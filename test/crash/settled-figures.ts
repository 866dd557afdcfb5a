import type pg from 'pg';
import { PROCESSES, SERVICES } from '../../testing/processes/system-world.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { RunDocument } from '../../testing/scenarios/crash-client.ts';
import type { KillRound } from './kill-at-random.ts';

const SETTLE_SECONDS = 600;

const UNSETTLED = `
  SELECT (SELECT count(*) FROM report_runs WHERE state IN ('queued', 'running'))
    + (SELECT count(*) FROM report_occurrences WHERE state IN ('claimed', 'running', 'cancelling'))
    + (SELECT count(*) FROM report_schedules WHERE next_run_at <= $1)
    + (SELECT count(*) FROM workflow_outbox WHERE sent_at IS NULL AND dead_at IS NULL) AS left`;

/** Waits until no run and no occurrence is in progress, no schedule is owed, and the outbox is empty. */
export async function waitUntilSettled(pool: pg.Pool): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await pool.query<{ left: number }>(UNSETTLED, [new Date()]);
    return Number(rows[0]?.left) === 0;
  }, SETTLE_SECONDS);
}

export interface ScenarioRecord {
  readonly rounds: readonly KillRound[];
  /** The runs that were ordered before the first kill. */
  readonly undisturbed: readonly RunDocument[];
  readonly disturbed: readonly RunDocument[];
  /** Milliseconds from the first request to the 202. */
  readonly waits: readonly number[];
  readonly scheduleIds: readonly string[];
  /** Milliseconds from the last kill or the last instant until everything settled. */
  readonly settleMs: number;
}

/** The output of the scenario, line by line. */
export async function formatScenarioFigures(pool: pg.Pool, undergone: ScenarioRecord): Promise<string[]> {
  const { rounds, undisturbed, disturbed, waits, scheduleIds, settleMs } = undergone;
  const calm = await timesOf(pool, 'report_runs', 'created_at', 'run_id', idsOf(undisturbed));
  const runs = await timesOf(pool, 'report_runs', 'created_at', 'run_id', idsOf(disturbed));
  const due = await timesOf(pool, 'report_occurrences', 'scheduled_for', 'schedule_id', scheduleIds);
  const killed = rounds.flatMap((round) => round.killed);
  const names = [...new Set([...PROCESSES, ...SERVICES])];
  const kills = names.map((name) => `${name} ${killed.filter((one) => one === name).length}`);
  const fallen = rounds.flatMap((round) => round.fallen).length;
  const p50 = at(calm, 0.5);
  const over = at(runs, 1) - p50;
  return [
    `${rounds.length} rounds, ${killed.length} kills: ${kills.join(', ')}; ${fallen} ended while an engine was away`,
    `undisturbed, a run takes ${seconds(p50)} (p50 of ${calm.length}), from its creation to its outcome`,
    `disturbed, it takes ${spread(runs)}: at most ${seconds(over)} longer than undisturbed`,
    `an occurrence is over ${spread(due)} after its instant`,
    `a run is accepted after ${spread(waits)}, whichever API lives`,
    `all was settled ${seconds(settleMs)} after the last kill and the last instant`,
  ];
}

/** Milliseconds that settled runs took, the shortest first. */
async function timesOf(
  pool: pg.Pool,
  table: 'report_runs' | 'report_occurrences',
  from: string,
  key: string,
  ids: readonly string[],
): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number }>(
    `SELECT extract(epoch FROM finished_at - ${from})::float8 * 1000 AS ms FROM ${table}
     WHERE ${key} = ANY ($1) AND finished_at IS NOT NULL`,
    [ids],
  );
  return rows.map(({ ms }) => ms);
}

function idsOf(runs: readonly RunDocument[]): string[] {
  return runs.map(({ run_id }) => run_id);
}

function spread(values: readonly number[]): string {
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => seconds(at(values, share)));
  return `${p50} (p50), ${p95} (p95), ${max} (most of ${values.length})`;
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
