import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { ExperimentRunFigures } from '../../../domain/quality/experiments/conclude-run.ts';
import type { EvalRefusal } from '../../../domain/quality/experiments/eval-refusal.ts';
import type { RunFacts } from '../../../domain/quality/experiments/run-facts.ts';
import type { ExperimentStatus } from '../../../domain/quality/experiment-runs/experiment-work.ts';
import { requireRow } from '../../postgres/require-row.ts';
import { SPENT_PERCENT } from '../../spending/call-cost-sql.ts';

/** The end of a run. */
export interface ExperimentRunEnd {
  /** Null for a complete run. */
  readonly refusal: EvalRefusal | null;
  /** Null for a run that never began. */
  readonly facts: RunFacts | null;
  readonly result: ExperimentRunFigures | null;
}

/** The status of a run and the transitions that end it. */
export interface ExperimentRunEndings {
  standing(runId: string): Promise<ExperimentStatus>;
  /** Ends a run whose cells have all ended, unless its cancellation was requested. */
  end(runId: string, end: ExperimentRunEnd): Promise<ExperimentStatus>;
  /** Requests the cancellation of a running run, so that it sends no further call. */
  stop(runId: string): Promise<void>;
  /** Ends a running run as refused, for any reason, and removes the answers that its cells still have. */
  abandon(runId: string, refusal: EvalRefusal): Promise<ExperimentStatus>;
}

export function createExperimentRunEndings(pool: pg.Pool, clock: Clock): ExperimentRunEndings {
  const standing: ExperimentRunEndings['standing'] = async (runId) => {
    const { rows } = await pool.query<ExperimentStatus>(
      `SELECT n.state, coalesce(n.refusal ->> 'code', '') AS code,
         n.cancel_requested_at IS NOT NULL AND n.ended_at IS NULL AS "isStopping", ${SPENT_PERCENT},
         (SELECT count(*)::int FROM quality_experiment_cells l WHERE l.run_id = n.run_id) AS cells,
         (SELECT count(*)::int FROM quality_experiment_cells l WHERE l.run_id = n.run_id AND l.state = 'ended') AS "endedCells"
       FROM quality_experiment_runs n WHERE n.run_id = $1`,
      [runId],
    );
    return requireRow(rows);
  };
  return {
    standing,

    async end(runId, { refusal, facts, result }) {
      await pool.query(
        `UPDATE quality_experiment_runs SET state = $2, refusal = $3, facts = $4, result = $5, ended_at = $6
         WHERE run_id = $1 AND state = 'running' AND cancel_requested_at IS NULL
           AND NOT EXISTS (SELECT FROM quality_experiment_cells WHERE run_id = $1 AND state <> 'ended')`,
        [
          ...[runId, refusal === null ? 'complete' : 'refused', refusal === null ? null : JSON.stringify(refusal)],
          ...[
            facts === null ? null : JSON.stringify(facts),
            result === null ? null : JSON.stringify(result),
            clock.now(),
          ],
        ],
      );
      return standing(runId);
    },

    async stop(runId) {
      await pool.query(
        `UPDATE quality_experiment_runs SET cancel_requested_at = coalesce(cancel_requested_at, $2)
         WHERE run_id = $1 AND state = 'running'`,
        [runId, clock.now()],
      );
    },

    async abandon(runId, refusal) {
      await pool.query(
        `WITH run AS (
           UPDATE quality_experiment_runs SET state = 'refused', refusal = $2, ended_at = $3
           WHERE run_id = $1 AND state = 'running' RETURNING run_id
         )
         UPDATE quality_experiment_cells l SET answer = NULL FROM run WHERE l.run_id = run.run_id AND l.answer IS NOT NULL`,
        [runId, JSON.stringify(refusal), clock.now()],
      );
      return standing(runId);
    },
  };
}
