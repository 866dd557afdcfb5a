import type pg from 'pg';
import type { SavedView } from '../../contracts/views/saved-view.ts';
import type { CalendarWindow } from '../../domain/insight/windows/calendar-window.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { requireRow } from '../postgres/require-row.ts';

/** A saved view without the revisions and times that the store assigns. */
export type NewSavedView = Omit<SavedView, 'revision' | 'question_revision' | 'created_at' | 'updated_at'>;

/** The columns that an edit replaces. */
export type SavedViewContent = Omit<NewSavedView, 'id' | 'organization_id' | 'workspace_id' | 'owner'>;

/**
 * The store of saved views. A deleted view is invisible to all operations; its row stays for the reports that use it.
 */
export interface SavedViewStore {
  create(view: NewSavedView): Promise<SavedView>;
  /**
   * Replaces the content of a view and increments its revision. If the question changes, the question's revision
   * becomes the new one too. Undefined if the view was deleted or is no longer at `revision`.
   */
  update(savedViewId: string, revision: string, content: SavedViewContent): Promise<SavedView | undefined>;
  /** The time at which this call deleted the view; undefined if it does not exist any more. */
  delete(savedViewId: string): Promise<Date | undefined>;
  /** The view, regardless of the caller; undefined if it does not exist. */
  find(savedViewId: string): Promise<SavedView | undefined>;
  /** The workspace's team views and the subject's personal views, newest first, at most `limit`. */
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
  calendar_window: CalendarWindow | null;
  display_tz: string;
  revision: bigint;
  question_revision: bigint;
  created_at: Date;
  updated_at: Date;
}

/**
 * The SQL of the revision of a row's question. An edit by a process that does not know question revisions counts as an
 * edit of the question.
 */
const QUESTION_REVISION = 'CASE WHEN question_known_at = revision THEN question_revision ELSE revision END';

const COLUMNS = `saved_view_id, organization_id, workspace_id, owner, name, audience, filter_version, query, time_intent,
  relative_window_seconds, calendar_window, display_tz, revision, ${QUESTION_REVISION} AS question_revision, created_at, updated_at`;

export function createSavedViewStore(pool: pg.Pool, clock: Clock): SavedViewStore {
  return {
    async create(view) {
      const { rows } = await pool.query<SavedViewRow>(
        `INSERT INTO saved_views (saved_view_id, organization_id, workspace_id, owner, created_at, updated_at, name, audience,
           filter_version, query, time_intent, relative_window_seconds, calendar_window, display_tz)
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         RETURNING ${COLUMNS}`,
        [view.id, view.organization_id, view.workspace_id, view.owner, clock.now(), ...contentValues(view)],
      );
      return savedViewFromRow(requireRow(rows));
    },

    async update(savedViewId, revision, content) {
      const { rows } = await pool.query<SavedViewRow>(
        `UPDATE saved_views SET revision = revision + 1, updated_at = $3, name = $4, audience = $5, filter_version = $6, query = $7,
           time_intent = $8, relative_window_seconds = $9, calendar_window = $10, display_tz = $11,
           question_revision = CASE
             WHEN (filter_version, query, time_intent, relative_window_seconds, calendar_window, display_tz)
               IS NOT DISTINCT FROM ($6::int, $7::jsonb, $8::text, $9::bigint, $10::jsonb, $11::text)
             THEN ${QUESTION_REVISION} ELSE revision + 1 END,
           question_known_at = revision + 1
         WHERE saved_view_id = $1 AND revision = $2 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
        [savedViewId, revision, clock.now(), ...contentValues(content)],
      );
      return rows.map(savedViewFromRow)[0];
    },

    async delete(savedViewId) {
      const { rows } = await pool.query<{ deleted_at: Date }>(
        `UPDATE saved_views SET deleted_at = $2 WHERE saved_view_id = $1 AND deleted_at IS NULL RETURNING deleted_at`,
        [savedViewId, clock.now()],
      );
      return rows[0]?.deleted_at;
    },

    async find(savedViewId) {
      const { rows } = await pool.query<SavedViewRow>(
        `SELECT ${COLUMNS} FROM saved_views WHERE saved_view_id = $1 AND deleted_at IS NULL`,
        [savedViewId],
      );
      return rows.map(savedViewFromRow)[0];
    },

    async list({ workspaceId, subjectId, limit, after }) {
      const { rows } = await pool.query<SavedViewRow>(
        `SELECT ${COLUMNS} FROM saved_views
         WHERE workspace_id = $1 AND deleted_at IS NULL AND (audience = 'team' OR owner = $2)
           AND ($3::timestamptz IS NULL OR (created_at, saved_view_id) < ($3, $4))
         ORDER BY created_at DESC, saved_view_id DESC LIMIT $5`,
        [workspaceId, subjectId, after?.createdAt ?? null, after?.id ?? null, limit],
      );
      return rows.map(savedViewFromRow);
    },
  };
}

/** The values in the order of the columns in statements that write a view. */
function contentValues(content: SavedViewContent): unknown[] {
  return [
    content.name,
    content.audience,
    content.filter_version,
    JSON.stringify(content.query),
    content.time_intent,
    content.relative_window_seconds ?? null,
    content.calendar_window === undefined ? null : JSON.stringify(content.calendar_window),
    content.display_tz,
  ];
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
    ...(row.calendar_window !== null && { calendar_window: row.calendar_window }),
    display_tz: row.display_tz,
    revision: row.revision.toString(),
    question_revision: row.question_revision.toString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
