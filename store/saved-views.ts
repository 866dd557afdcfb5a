import type pg from 'pg';
import type { SavedView } from '../contracts/saved-view.ts';
import type { Clock } from '../domain/clock.ts';
import { DefectError } from '../domain/errors.ts';
import type { PageKey } from './page-key.ts';

/** A saved view before the store gives it its revision and times. */
export type NewSavedView = Omit<SavedView, 'revision' | 'created_at' | 'updated_at'>;

export interface SavedViewStore {
  create(view: NewSavedView): Promise<SavedView>;
  /** The view, whoever asks; undefined when there is none. */
  find(savedViewId: string): Promise<SavedView | undefined>;
  /** The team's views of the workspace and the subject's own, newest first, at most `limit`. */
  list(input: {
    workspaceId: string;
    subjectId: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<SavedView[]>;
}

interface SavedViewRow {
  saved_view_id: string;
  organization_id: string;
  workspace_id: string;
  owner: string;
  name: string;
  audience: SavedView['audience'];
  filter_version: number;
  query: SavedView['query'];
  time_intent: SavedView['time_intent'];
  relative_window_seconds: bigint | null;
  display_tz: string;
  revision: bigint;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `saved_view_id, organization_id, workspace_id, owner, name, audience, filter_version, query,
  time_intent, relative_window_seconds, display_tz, revision, created_at, updated_at`;

export function createSavedViewStore(pool: pg.Pool, clock: Clock): SavedViewStore {
  return {
    async create(view) {
      const { rows } = await pool.query<SavedViewRow>(
        `insert into saved_views (saved_view_id, organization_id, workspace_id, owner, name, audience, filter_version,
           query, time_intent, relative_window_seconds, display_tz, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
         returning ${COLUMNS}`,
        [
          view.id,
          view.organization_id,
          view.workspace_id,
          view.owner,
          view.name,
          view.audience,
          view.filter_version,
          JSON.stringify(view.query),
          view.time_intent,
          view.relative_window_seconds ?? null,
          view.display_tz,
          clock.now(),
        ],
      );
      const row = rows[0];
      if (row === undefined) throw new DefectError('The insert of a saved view returned no row.');
      return savedViewFromRow(row);
    },

    async find(savedViewId) {
      const { rows } = await pool.query<SavedViewRow>(`select ${COLUMNS} from saved_views where saved_view_id = $1`, [
        savedViewId,
      ]);
      return rows.map(savedViewFromRow)[0];
    },

    async list({ workspaceId, subjectId, limit, after }) {
      const { rows } = await pool.query<SavedViewRow>(
        `select ${COLUMNS} from saved_views
         where workspace_id = $1 and (audience = 'team' or owner = $2)
           and ($3::timestamptz is null or (created_at, saved_view_id) < ($3, $4))
         order by created_at desc, saved_view_id desc limit $5`,
        [workspaceId, subjectId, after?.createdAt ?? null, after?.id ?? null, limit],
      );
      return rows.map(savedViewFromRow);
    },
  };
}

function savedViewFromRow(row: SavedViewRow): SavedView {
  return {
    id: row.saved_view_id,
    organization_id: row.organization_id,
    workspace_id: row.workspace_id,
    owner: row.owner,
    name: row.name,
    audience: row.audience,
    filter_version: row.filter_version,
    query: row.query,
    time_intent: row.time_intent,
    ...(row.relative_window_seconds !== null && { relative_window_seconds: Number(row.relative_window_seconds) }),
    display_tz: row.display_tz,
    revision: row.revision.toString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
