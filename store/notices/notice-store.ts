import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { notFound, type Refusal } from '../../domain/kernel/errors.ts';
import { violatesForeignKey } from '../postgres/database-fault.ts';

/** A notice as one reader gets it. */
export interface Notice {
  readonly noticeId: string;
  /** One of the notice kinds, or a kind of a later version. */
  readonly kind: string;
  /** The thing that the event is about, such as the id of a schedule. */
  readonly about: string;
  /** The workspace; undefined for an event of the installation. */
  readonly workspaceId: string | undefined;
  readonly detail: string;
  /** The times of the first and of the last of `times` equal events. */
  readonly happenedAt: Date;
  readonly lastAt: Date;
  readonly times: number;
  /** The time at which the reader read it; undefined if the reader has not read it, or not since the last event. */
  readonly readAt: Date | undefined;
}

/**
 * The notices of the installation, for the readers of both lanes. Statements that detect an event insert its notice, in
 * the same transaction.
 */
export interface NoticeStore {
  /** The notices, newest first, with the read state of a reader: the id of a user, a token or a subject. */
  list(page: {
    readonly readerId: string;
    /** The read state of the notices; undefined: any state. */
    readonly state: 'unread' | 'read' | undefined;
    /** The workspace of the notices; undefined: all workspaces and the installation. */
    readonly workspaceId: string | undefined;
    /** The last notice of the previous page. */
    readonly before: string | undefined;
    readonly limit: number;
  }): Promise<Notice[]>;
  /**
   * Marks a notice as read by a reader. A notice that the reader has already read keeps its time.
   * @throws Refusal `not_found` if there is no such notice
   */
  markRead(noticeId: string, readerId: string): Promise<Notice>;
}

interface NoticeRow {
  notice_id: string;
  kind: string;
  about: string;
  workspace_id: string | null;
  detail: string;
  happened_at: Date;
  last_at: Date;
  times: number;
  read_at: Date | null;
}

/** The notices with the read state of the reader $1. A read counts for the events up to it. */
const NOTICES = `SELECT n.notice_id, kind, about, workspace_id, detail, happened_at, last_at, n.times,
    CASE WHEN r.times >= n.times THEN r.read_at END AS read_at
  FROM notices AS n LEFT JOIN notice_reads AS r ON r.notice_id = n.notice_id AND r.reader_id = $1`;

export function createNoticeStore(pool: pg.Pool, clock: Clock): NoticeStore {
  return {
    async list({ readerId, state, workspaceId, before, limit }) {
      const { rows } = await pool.query<NoticeRow>(
        `${NOTICES}
         WHERE ($2::boolean IS NULL OR (coalesce(r.times, 0) >= n.times) = $2)
           AND ($3::text IS NULL OR workspace_id = $3) AND ($4::text IS NULL OR n.notice_id < $4)
         ORDER BY n.notice_id DESC LIMIT $5`,
        [readerId, state === undefined ? null : state === 'read', workspaceId ?? null, before ?? null, limit],
      );
      return rows.map(noticeFromRow);
    },

    async markRead(noticeId, readerId) {
      try {
        await pool.query(
          `INSERT INTO notice_reads AS known (notice_id, reader_id, times, read_at)
           SELECT notice_id, $2, times, $3::timestamptz FROM notices WHERE notice_id = $1
           ON CONFLICT (notice_id, reader_id) DO UPDATE SET times = excluded.times, read_at = excluded.read_at
           WHERE known.times < excluded.times`,
          [noticeId, readerId, clock.now()],
        );
      } catch (error) {
        // The retention sweep removed the notice meanwhile.
        if (violatesForeignKey(error)) throw unknownNotice(noticeId);
        throw error;
      }
      const { rows } = await pool.query<NoticeRow>(`${NOTICES} WHERE n.notice_id = $2`, [readerId, noticeId]);
      if (rows[0] === undefined) throw unknownNotice(noticeId);
      return noticeFromRow(rows[0]);
    },
  };
}

function unknownNotice(noticeId: string): Refusal {
  return notFound(`There is no notice ${noticeId}. Check the id.`);
}

function noticeFromRow(row: NoticeRow): Notice {
  return {
    noticeId: row.notice_id,
    kind: row.kind,
    about: row.about,
    workspaceId: row.workspace_id ?? undefined,
    detail: row.detail,
    happenedAt: row.happened_at,
    lastAt: row.last_at,
    times: row.times,
    readAt: row.read_at ?? undefined,
  };
}
