import type pg from 'pg';
import { Refusal } from '../../domain/kernel/errors.ts';
import { ERASED_DATASET_ITEM } from './erased-dataset-item.ts';

/** The time for which a workspace stores its facts. */
export interface Retention {
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The retention horizon, midnight UTC: facts before it have expired. Undefined if nothing has expired yet. */
  readonly keepsFrom: Date | undefined;
  /** The time before which facts were also physically erased; at most `keepsFrom`. */
  readonly erasedBefore: Date | undefined;
}

export interface RetentionStore {
  /** @throws Refusal `not_found` if the workspace does not exist */
  find(workspaceId: string): Promise<Retention>;
  /**
   * Moves the horizon forward, and increments the retention generation in the same statement. From then on, reads see
   * nothing before the horizon, and earlier pins are invalid.
   *
   * @throws Refusal `not_found` if the workspace does not exist, `conflict` if the horizon is already there or later
   */
  move(workspaceId: string, keepsFrom: Date): Promise<Retention>;
  /**
   * Records that everything before this instant has been erased. The plans of batches keep no more of replaced endings
   * before it than their place: no repetition of a plan loads them. Items of datasets before it lose their annotations
   * and hashes.
   */
  markErased(workspaceId: string, before: Date): Promise<void>;
}

const COLUMNS = 'organization_id, workspace_id, keeps_from, erased_before';

/** The number of characters of a date, `2026-05-06`. */
const DATE = 10;

// Rows have instants in UTC that begin with their date, in two forms: that of events, and that of ClickHouse.
const FORGET_REPLACED = `
  UPDATE ingest_batches SET replaced = (
    SELECT jsonb_agg(
      CASE WHEN ending -> 'row' ->> 'workspace_id' = $1 AND ending -> 'row' ->> 'admitted_at' < $2 COLLATE "C"
        THEN jsonb_set(ending, '{row}', jsonb_build_object(
          'workspace_id', ending -> 'row' -> 'workspace_id', 'admitted_at', ending -> 'row' -> 'admitted_at'))
        ELSE ending END ORDER BY place)
    FROM jsonb_array_elements(replaced) WITH ORDINALITY AS replacement (ending, place))
  WHERE replaced @> jsonb_build_array(jsonb_build_object('row', jsonb_build_object('workspace_id', $1::text)))`;

const ERASE_DATASET_ITEMS = `
  UPDATE quality_dataset_items SET ${ERASED_DATASET_ITEM}
  WHERE workspace_id = $1 AND admitted_at < $2 AND erased_at IS NULL`;

export function createRetentionStore(pool: pg.Pool): RetentionStore {
  const find: RetentionStore['find'] = async (workspaceId) => {
    const { rows } = await pool.query<RetentionRow>(`SELECT ${COLUMNS} FROM workspaces WHERE workspace_id = $1`, [
      workspaceId,
    ]);
    const row = rows[0];
    if (row === undefined) throw new Refusal('not_found', `There is no workspace ${workspaceId}. Check the id.`);
    return retentionFromRow(row);
  };
  return {
    find,

    async move(workspaceId, keepsFrom) {
      const { rows } = await pool.query<RetentionRow>(
        `UPDATE workspaces SET keeps_from = $2, retention_generation = retention_generation + 1
         WHERE workspace_id = $1 AND (keeps_from IS NULL OR keeps_from < $2) RETURNING ${COLUMNS}`,
        [workspaceId, keepsFrom],
      );
      const row = rows[0];
      if (row !== undefined) return retentionFromRow(row);
      const { keepsFrom: now } = await find(workspaceId);
      throw new Refusal(
        'conflict',
        `The workspace keeps its facts from ${now?.toISOString() ?? 'the start'}, and this horizon can only move forward. Name a later instant.`,
      );
    },

    async markErased(workspaceId, before) {
      await pool.query(FORGET_REPLACED, [workspaceId, before.toISOString().slice(0, DATE)]);
      await pool.query(ERASE_DATASET_ITEMS, [workspaceId, before]);
      await pool.query(
        `UPDATE workspaces SET erased_before = greatest(erased_before, $2::timestamptz) WHERE workspace_id = $1`,
        [workspaceId, before],
      );
    },
  };
}

interface RetentionRow {
  organization_id: string;
  workspace_id: string;
  keeps_from: Date | null;
  erased_before: Date | null;
}

function retentionFromRow(row: RetentionRow): Retention {
  return {
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    keepsFrom: row.keeps_from ?? undefined,
    erasedBefore: row.erased_before ?? undefined,
  };
}
