import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { ExperimentDeclaration } from '../../../domain/quality/experiments/declaration.ts';
import { newId } from '../../postgres/new-id.ts';
import type { PageKey } from '../../postgres/page-key.ts';
import { requireRow } from '../../postgres/require-row.ts';

/** An experiment without the id and time that the store assigns. */
export interface NewExperiment {
  readonly workspaceId: string;
  readonly name: string;
  readonly declaration: ExperimentDeclaration;
  /** The digest of the pinned dataset version. */
  readonly pinnedDigest: string;
  /** The user or token that creates it. */
  readonly createdBy: string;
}

/** An experiment. Nothing changes it. */
export interface StoredExperiment extends NewExperiment {
  readonly experimentId: string;
  readonly createdAt: Date;
}

/** The experiments of workspaces. Every read names its workspace. */
export interface ExperimentStore {
  create(experiment: NewExperiment): Promise<StoredExperiment>;
  find(workspaceId: string, experimentId: string): Promise<StoredExperiment | undefined>;
  /** The experiments of a workspace, newest first, at most `limit`. */
  list(page: {
    readonly workspaceId: string;
    readonly limit: number;
    readonly after: PageKey | undefined;
  }): Promise<StoredExperiment[]>;
}

const COLUMNS = `experiment_id AS "experimentId", workspace_id AS "workspaceId", name, declaration,
  pinned_digest AS "pinnedDigest", created_by AS "createdBy", created_at AS "createdAt"`;

export function createExperimentStore(pool: pg.Pool, clock: Clock): ExperimentStore {
  return {
    async create({ workspaceId, name, declaration, pinnedDigest, createdBy }) {
      const { rows } = await pool.query<StoredExperiment>(
        `INSERT INTO quality_experiments
           (experiment_id, workspace_id, name, declaration, pinned_digest, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
        [newId('experiment'), workspaceId, name, JSON.stringify(declaration), pinnedDigest, createdBy, clock.now()],
      );
      return requireRow(rows);
    },

    async find(workspaceId, experimentId) {
      const { rows } = await pool.query<StoredExperiment>(
        `SELECT ${COLUMNS} FROM quality_experiments WHERE workspace_id = $1 AND experiment_id = $2`,
        [workspaceId, experimentId],
      );
      return rows[0];
    },

    async list({ workspaceId, limit, after }) {
      const { rows } = await pool.query<StoredExperiment>(
        `SELECT ${COLUMNS} FROM quality_experiments
         WHERE workspace_id = $1 AND (created_at, experiment_id) < ($2, $3)
         ORDER BY created_at DESC, experiment_id DESC LIMIT $4`,
        [workspaceId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows;
    },
  };
}
