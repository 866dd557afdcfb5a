import type pg from 'pg';
import type { BenchCaller } from './bench-caller.ts';
import { medianRatio, formatSpread } from './spread.ts';

const WARM_UP = 20;
const MAX_RATIO = 3;

/** Measures a 202 against the bare insert of its rows, in turns, without a relay to Temporal. */
export async function measureAcceptance(
  caller: BenchCaller,
  pool: pg.Pool,
  times: number,
  report: (line: string) => void,
): Promise<void> {
  const accepted: number[] = [];
  const bare: number[] = [];
  for (let number = -WARM_UP; number < times; number += 1) {
    const first = performance.now();
    await caller.insertBare(`bare ${number}`);
    const second = performance.now();
    await caller.createReport(`accepted ${number}`);
    if (number < 0) continue;
    bare.push(second - first);
    accepted.push(performance.now() - second);
  }
  await requireEqualRows(pool, times + WARM_UP);
  report(`\n202 of reports.create, ${times} alternating rounds`);
  report(`  bare insert   ${formatSpread(bare)}`);
  report(
    `  202           ${formatSpread(accepted)}  ${medianRatio(accepted, bare).toFixed(2)} × (at most ${MAX_RATIO})`,
  );
  // The rows are removed, so that no later worker finds them.
  await pool.query('TRUNCATE report_answers, report_runs, reports, idempotency_keys, workflow_outbox');
}

/**
 * Requires that both routes wrote equal rows: all columns must have equal sizes, except for columns with unique values.
 */
async function requireEqualRows(pool: pg.Pool, each: number): Promise<void> {
  for (const table of ['reports', 'report_runs', 'idempotency_keys', 'workflow_outbox']) {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    if (rows[0]?.count !== 2 * each) throw new Error(`${table} has ${rows[0]?.count ?? 0} rows, not ${2 * each}.`);
  }
  const { rows } = await pool.query<{ forms: number }>(
    `SELECT count(DISTINCT (question, view_revision, window_from, window_to, display_tz, state, initiator))::int AS forms
     FROM report_runs`,
  );
  if (rows[0]?.forms !== 1) throw new Error('The bare runs are not those of the API.');
}
