import type pg from 'pg';

/** Due rows claimed in batches, with nothing of what a plan decides: no cadence, no order of a workspace, no pins. */
export interface BareClaim {
  /** Fills the queue with as many due rows, and forgets what was claimed. */
  fill(rows: number): Promise<void>;
  /** Claims everything that is due, `batch` rows a statement, one statement at a time; milliseconds. */
  claimAll(batch: number): Promise<number>;
}

const SCHEMA = `
CREATE TABLE bare_schedules (
  schedule_id text PRIMARY KEY, workspace_id text NOT NULL, next_run_at timestamptz NOT NULL);
CREATE INDEX bare_schedules_due ON bare_schedules (next_run_at, schedule_id);
CREATE TABLE bare_claims (
  schedule_id text PRIMARY KEY, workspace_id text NOT NULL, scheduled_for timestamptz NOT NULL, state text NOT NULL)`;

const CLAIM = `
WITH due AS (
  SELECT schedule_id, next_run_at FROM bare_schedules WHERE next_run_at <= $1
  ORDER BY next_run_at, schedule_id LIMIT $2 FOR UPDATE SKIP LOCKED
), moved AS (
  UPDATE bare_schedules b SET next_run_at = $3 FROM due WHERE b.schedule_id = due.schedule_id
  RETURNING b.schedule_id, b.workspace_id, due.next_run_at
)
INSERT INTO bare_claims SELECT schedule_id, workspace_id, next_run_at, 'claimed' FROM moved`;

export async function createBareClaim(pool: pg.Pool): Promise<BareClaim> {
  await pool.query(SCHEMA);
  let filled = 0;
  return {
    fill: async (rows) => {
      filled = rows;
      await pool.query('TRUNCATE bare_schedules, bare_claims');
      await pool.query(
        `INSERT INTO bare_schedules SELECT 'rsch_' || lpad(s::text, 26, '0'), 't_' || lpad((s / 10)::text, 26, '0'), $2
         FROM generate_series(1, $1::int) s`,
        [rows, new Date()],
      );
      await pool.query('ANALYZE bare_schedules, bare_claims');
    },
    claimAll: async (batch) => {
      const now = new Date();
      const tomorrow = new Date(now.getTime() + 86_400_000);
      const began = performance.now();
      let claimed = 0;
      for (;;) {
        const { rowCount } = await pool.query(CLAIM, [now, batch, tomorrow]);
        if (rowCount === null || rowCount === 0) break;
        claimed += rowCount;
      }
      const tookMs = performance.now() - began;
      if (claimed !== filled) throw new Error(`The bare claim claimed ${claimed} of ${filled} rows.`);
      return tookMs;
    },
  };
}
