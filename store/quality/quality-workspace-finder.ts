import type pg from 'pg';
import { requireRow } from '../postgres/require-row.ts';

/** The workspaces of the installation. */
interface WorkspaceSurvey {
  readonly count: number;
  /** The oldest workspace; undefined if there is none. */
  readonly first: string | undefined;
}

/** Finds the workspaces to which datasets, experiments and calibrations belong. */
export interface QualityWorkspaceFinder {
  /** True if the workspace exists. */
  has(workspaceId: string): Promise<boolean>;
  survey(): Promise<WorkspaceSurvey>;
}

export function createQualityWorkspaceFinder(pool: pg.Pool): QualityWorkspaceFinder {
  return {
    async has(workspaceId) {
      const { rows } = await pool.query<{ workspace_id: string }>(
        'SELECT workspace_id FROM workspaces WHERE workspace_id = $1',
        [workspaceId],
      );
      return rows.length > 0;
    },

    async survey() {
      const { rows } = await pool.query<{ workspaces: number; first: string | null }>(
        'SELECT count(*)::int AS workspaces, min(workspace_id) AS first FROM workspaces',
      );
      const { workspaces, first } = requireRow(rows);
      return { count: workspaces, first: first ?? undefined };
    },
  };
}
