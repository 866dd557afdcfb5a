import type pg from 'pg';
import type { Exclusion } from '../../domain/insight/exclusion.ts';
import { EXCLUDED_WINDOWS, toExclusion, type ExcludedWindow } from '../ingest/excluded-windows.ts';
import { requireRow } from '../postgres/require-row.ts';

/** The facts that reads omit. */
export interface ExcludedFacts {
  /** The retention horizon of each workspace that has one, by its id: older facts are not stored. */
  readonly horizons: ReadonlyMap<string, Date>;
  /** The exclusions; each covers at least one environment. */
  readonly exclusions: readonly Exclusion[];
}

/** Finds the facts that reads omit, of one workspace or of all. */
export type FindExclusions = (workspaceId?: string) => Promise<ExcludedFacts>;

/** The query, in one statement, so that both results belong to one moment. */
const READ = `
SELECT
  (SELECT coalesce(json_object_agg(workspace_id, keeps_from), '{}') FROM workspaces
    WHERE keeps_from IS NOT NULL AND ($1::text IS NULL OR workspace_id = $1)) AS horizons,
  (SELECT ${EXCLUDED_WINDOWS} WHERE $1::text IS NULL OR exclusion.workspace_id = $1) AS exclusions`;

export function createExclusionFinder(pool: pg.Pool): FindExclusions {
  return async (workspaceId) => {
    const { rows } = await pool.query<{ horizons: Record<string, string>; exclusions: ExcludedWindow[] }>(READ, [
      workspaceId ?? null,
    ]);
    const { horizons, exclusions } = requireRow(rows);
    return {
      horizons: new Map(Object.entries(horizons).map(([workspaceId, from]) => [workspaceId, new Date(from)])),
      exclusions: exclusions.map(toExclusion).filter(({ environmentIds }) => environmentIds.length > 0),
    };
  };
}
