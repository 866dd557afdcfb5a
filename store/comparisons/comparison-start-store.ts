import type pg from 'pg';
import type { ComparisonKind } from '../../domain/comparisons/comparison-kind.ts';
import type { ComparisonRunState } from '../../domain/comparisons/comparison-run.ts';

/** The input of a comparison run's workflow: ids, names and counts, but no prompt, answer or amount of money. */
export interface ComparisonStart {
  readonly runId: string;
  readonly state: ComparisonRunState;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly comparisonId: string;
  readonly comparisonName: string;
  readonly kind: ComparisonKind;
  readonly sampleId: string;
  readonly cases: number;
}

export interface ComparisonStartStore {
  /** The input of a run; undefined if there is no such run. */
  find(runId: string): Promise<ComparisonStart | undefined>;
}

/** Creates the store of the facts that the relay needs before it starts the workflow of a comparison run. */
export function createComparisonStartStore(pool: pg.Pool): ComparisonStartStore {
  return {
    async find(runId) {
      const { rows } = await pool.query<ComparisonStart>(
        `SELECT n.run_id AS "runId", n.state, w.organization_id AS "organizationId", a.workspace_id AS "workspaceId",
           c.environment_id AS "environmentId", n.comparison_id AS "comparisonId", c.name AS "comparisonName", c.kind,
           n.sample_id AS "sampleId",
           (SELECT count(*)::int FROM comparison_sample_cases s WHERE s.sample_id = n.sample_id) AS cases
         FROM comparison_runs n
         JOIN comparisons c ON c.comparison_id = n.comparison_id
         JOIN environments e ON e.environment_id = c.environment_id
         JOIN gateways g ON g.gateway_id = e.gateway_id
         JOIN applications a ON a.application_id = g.application_id
         JOIN workspaces w ON w.workspace_id = a.workspace_id
         WHERE n.run_id = $1`,
        [runId],
      );
      return rows[0];
    },
  };
}
