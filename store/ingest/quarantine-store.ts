import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { requireRow } from '../postgres/require-row.ts';
import { firstStoredDay } from './planning/quarantine-shares.ts';

const DAY_MS = 86_400_000;

/** The numbers of quarantined lines over all sources, without those that were discarded or forgotten. */
export interface QuarantineCounts {
  readonly total: number;
  /**
   * The number of quarantined lines of batches that were planned within the last 24 hours, including lines that are not
   * stored.
   */
  readonly today: number;
  /** The most frequent reason among `today`; empty if nothing was quarantined. */
  readonly reason: string;
  readonly room: QuarantineUsage;
}

/** The fill level of the quarantine. */
export interface QuarantineUsage {
  readonly keptBytes: number;
  /** The number of lines quarantined today and yesterday (UTC) whose text is not stored, because a share was full. */
  readonly beyondShares: number;
}

/** Reads the fill level of the quarantine. */
export async function readQuarantineUsage(pool: pg.Pool, now: Date): Promise<QuarantineUsage> {
  const { rows } = await pool.query<QuarantineUsage>(
    `SELECT coalesce(sum(kept_bytes), 0)::float8 AS "keptBytes",
       coalesce(sum(beyond) FILTER (WHERE day >= $2::date - 1), 0)::float8 AS "beyondShares"
     FROM ingest_quarantine_days WHERE day >= $1`,
    [firstStoredDay(now), now.toISOString().slice(0, 10)],
  );
  return requireRow(rows);
}

/** A quarantined line. */
export interface QuarantinedLine {
  /** The arrival sequence, which identifies the line. */
  readonly arrivalSeq: bigint;
  readonly reason: string;
  readonly detail: string;
  /** The first 2,000 characters of the line. */
  readonly lineStart: string;
  /** The kind of the source of the line. */
  readonly sourceKind: 'journal' | 'file' | 'outbox';
  readonly location: string;
  readonly setAsideAt: Date;
  readonly discardedAt: Date | undefined;
  readonly discardReason: string;
}

export interface QuarantineStore {
  counts(): Promise<QuarantineCounts>;
  /** The lines that are not discarded, or the discarded ones if `discarded` is true; newest first. */
  list(page: {
    readonly reason: string | undefined;
    readonly discarded: boolean;
    readonly before: bigint | undefined;
    readonly limit: number;
  }): Promise<QuarantinedLine[]>;
  /** @throws Refusal `not_found` if no line with this arrival sequence is quarantined */
  find(arrivalSeq: bigint): Promise<QuarantinedLine>;
  /**
   * Discards a line: it is no longer counted or listed, and its event is no longer awaited. A line that is already
   * discarded keeps its time and reason.
   * @throws Refusal `not_found` if no line with this arrival sequence is quarantined
   */
  discard(arrivalSeq: bigint, reason: string): Promise<QuarantinedLine>;
}

interface LineRow {
  arrival_seq: bigint;
  reason: string;
  detail: string;
  line_start: string;
  kind: QuarantinedLine['sourceKind'];
  location: string;
  planned_at: Date;
  discarded_at: Date | null;
  discard_reason: string | null;
}

const LINES = `SELECT arrival_seq, reason, detail, line_start, kind, location, planned_at, discarded_at, discard_reason
  FROM ingest_quarantine JOIN ingest_batches USING (batch_id) JOIN ingest_sources USING (source_id)`;

export function createQuarantineStore(pool: pg.Pool, clock: Clock): QuarantineStore {
  const find = async (arrivalSeq: bigint): Promise<QuarantinedLine> => {
    const { rows } = await pool.query<LineRow>(`${LINES} WHERE arrival_seq = $1`, [arrivalSeq]);
    if (rows[0] === undefined)
      throw new Refusal(
        'not_found',
        `The quarantine has no line ${arrivalSeq}. Find its number with \`quarantine list\`.`,
      );
    return lineFromRow(rows[0]);
  };
  return {
    async counts() {
      const { rows } = await pool.query<{ total: number; today: number; reason: string | null }>(
        `SELECT (total + unkept)::int AS total, (today + unkept)::int AS today, reason
         FROM (SELECT count(*) AS total, count(*) FILTER (WHERE planned_at > $1) AS today,
                 mode() WITHIN GROUP (ORDER BY reason) FILTER (WHERE planned_at > $1) AS reason
               FROM ingest_quarantine JOIN ingest_batches USING (batch_id) WHERE discarded_at IS NULL) AS kept,
           (SELECT coalesce(sum(upper(run) - lower(run)), 0) AS unkept
            FROM ingest_batches, unnest(unkept) AS run WHERE planned_at > $1) AS beyond`,
        [new Date(clock.now().getTime() - DAY_MS)],
      );
      const { total, today, reason } = requireRow(rows);
      const room = await readQuarantineUsage(pool, clock.now());
      return { total, today, reason: reason ?? '', room };
    },

    async list({ reason, discarded, before, limit }) {
      const { rows } = await pool.query<LineRow>(
        `${LINES} WHERE ($1::text IS NULL OR reason = $1) AND (discarded_at IS NOT NULL) = $2
           AND ($3::bigint IS NULL OR arrival_seq < $3)
         ORDER BY arrival_seq DESC LIMIT $4`,
        [reason ?? null, discarded, before ?? null, limit],
      );
      return rows.map(lineFromRow);
    },

    find,

    async discard(arrivalSeq, reason) {
      await pool.query(
        `UPDATE ingest_quarantine SET discarded_at = $2, discard_reason = $3, event_hash = NULL
         WHERE arrival_seq = $1 AND discarded_at IS NULL`,
        [arrivalSeq, clock.now(), reason],
      );
      return find(arrivalSeq);
    },
  };
}

function lineFromRow(row: LineRow): QuarantinedLine {
  return {
    arrivalSeq: row.arrival_seq,
    reason: row.reason,
    detail: row.detail,
    lineStart: row.line_start,
    sourceKind: row.kind,
    location: row.location,
    setAsideAt: row.planned_at,
    discardedAt: row.discarded_at ?? undefined,
    discardReason: row.discard_reason ?? '',
  };
}
