import type pg from 'pg';
import type { ExperimentInstrument } from '../../../domain/quality/experiments/declaration.ts';
import type { ExperimentRunStatus } from '../../../domain/quality/experiments/experiment-run-statuses.ts';

/** The input of the workflow of a run: ids, names and counts, but no prompt, answer or amount of money. */
export interface ExperimentStart {
  readonly runId: string;
  readonly state: ExperimentRunStatus;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly experimentId: string;
  readonly experimentName: string;
  readonly instrument: ExperimentInstrument;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly arms: number;
}

export interface ExperimentStartStore {
  /** The input of a run; undefined if there is no such run. */
  find(runId: string): Promise<ExperimentStart | undefined>;
}

/** Creates the store of the facts that the relay needs before it starts the workflow of a run. */
export function createExperimentStartStore(pool: pg.Pool): ExperimentStartStore {
  return {
    async find(runId) {
      const { rows } = await pool.query<ExperimentStart>(
        `SELECT n.run_id AS "runId", n.state, w.organization_id AS "organizationId", n.workspace_id AS "workspaceId",
           n.experiment_id AS "experimentId", e.name AS "experimentName", e.declaration ->> 'instrument' AS instrument,
           e.declaration ->> 'dataset_id' AS "datasetId", (e.declaration ->> 'dataset_version')::int AS "datasetVersion",
           jsonb_array_length(e.declaration -> 'arms') AS arms
         FROM quality_experiment_runs n
         JOIN quality_experiments e ON e.experiment_id = n.experiment_id
         JOIN workspaces w ON w.workspace_id = n.workspace_id
         WHERE n.run_id = $1`,
        [runId],
      );
      return rows[0];
    },
  };
}
