import type pg from 'pg';
import type { PinnedJudge } from '../../../domain/quality/experiment-runs/experiment-work.ts';

/** An item of a run, at its place in the dataset version. */
export interface ExperimentItem {
  readonly position: number;
  readonly requestId: string;
  readonly segment: string;
  /** True if the item is expired, erased, excluded or missing, so that its cells end at once. */
  readonly isExcluded: boolean;
}

/** The members and the judges that a run begins with. */
export interface BegunExperiment {
  readonly scoredDigest: string;
  readonly arms: readonly string[];
  readonly items: readonly ExperimentItem[];
  readonly judges: readonly PinnedJudge[];
}

/** The maximum number of items in one statement. */
const BATCH = 2_000;

/**
 * Writes the cells of a run in batches, then marks the run as begun. After an interruption, a repetition adds the rows
 * that are missing.
 */
export async function beginExperimentCells(
  pool: pg.Pool,
  runId: string,
  { scoredDigest, arms, items, judges }: BegunExperiment,
  now: Date,
): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) {
    const rows = items.slice(from, from + BATCH).map(({ position, requestId, segment, isExcluded }) => ({
      ...{ position, segment },
      request_id: requestId,
      is_excluded: isExcluded,
    }));
    await pool.query(
      `INSERT INTO quality_experiment_cells (run_id, position, arm, request_id, segment, state, verdict, reason, ended_at)
       SELECT $1, i.position, a.arm, i.request_id, i.segment, CASE WHEN i.is_excluded THEN 'ended' ELSE 'planned' END,
         CASE WHEN i.is_excluded THEN 'unscored' END, CASE WHEN i.is_excluded THEN 'excluded' ELSE '' END,
         CASE WHEN i.is_excluded THEN $4::timestamptz END
       FROM json_to_recordset($2) AS i (position int, request_id text, segment text, is_excluded boolean)
       CROSS JOIN unnest($3::text[]) AS a (arm)
       ON CONFLICT (run_id, position, arm) DO NOTHING`,
      [runId, JSON.stringify(rows), arms, now],
    );
  }
  const excluded = items.filter(({ isExcluded }) => isExcluded).length;
  await pool.query(
    `UPDATE quality_experiment_runs SET dataset_digest = $2, judges = $3, items = $4, excluded_items = $5, touched_at = $6
     WHERE run_id = $1 AND judges IS NULL`,
    [runId, scoredDigest, JSON.stringify(judges), items.length - excluded, excluded, now],
  );
}
