import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** The maximum wait for a call in flight; workers may make no calls at that time. */
const AIM_SECONDS = 15;
const LOOK_EVERY_MS = 20;

/** Waits for a call in flight that began after the instant; resolves to false if no such call appears. */
export async function untilCalled(
  pool: pg.Pool,
  table: 'comparison_calls' | 'quality_experiment_calls',
  after: Date,
): Promise<boolean> {
  const deadline = performance.now() + AIM_SECONDS * 1_000;
  while (performance.now() < deadline) {
    const { rowCount } = await pool.query(
      `SELECT FROM ${table} WHERE state = 'reserved' AND reserved_at > $1 LIMIT 1`,
      [after],
    );
    if (rowCount === 1) return true;
    await delay(LOOK_EVERY_MS);
  }
  return false;
}
