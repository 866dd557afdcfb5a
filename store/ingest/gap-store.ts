import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { ProducerClass } from '../../domain/insight/insight-sets.ts';
import { inTransaction } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/** A half-open window in which traffic of a workspace is known to be missing. */
export interface KnownGap {
  readonly gapId: bigint;
  readonly workspaceId: string;
  /** The environment; undefined if any environment of the workspace may be affected. */
  readonly environmentId: string | undefined;
  readonly producerClass: ProducerClass;
  readonly from: Date;
  readonly to: Date;
  readonly cause: 'quarantined' | 'declared';
  readonly reason: string;
  /** The number of lines that the gap stands for; 0 for a declared gap. */
  readonly lines: number;
  readonly closedAt: Date | undefined;
  readonly closeReason: string;
}

export interface GapStore {
  /** The open gaps, or the closed ones if `closed` is true; newest first. */
  list(page: {
    readonly workspaceId: string;
    readonly closed: boolean;
    readonly before: bigint | undefined;
    readonly limit: number;
  }): Promise<KnownGap[]>;
  /**
   * Closes a gap for which a person knows that nothing is missing. It is closed from the workspace's next arrival on;
   * reads under an earlier pin still see it. A gap that is already closed keeps its time and reason.
   * @throws Refusal `not_found` if there is no such gap
   */
  close(gapId: bigint, reason: string): Promise<KnownGap>;
}

interface GapRow {
  gap_id: bigint;
  workspace_id: string;
  environment_id: string | null;
  producer_class: ProducerClass;
  gap_from: Date;
  gap_to: Date;
  cause: KnownGap['cause'];
  reason: string;
  lines: number;
  closed_at: Date | null;
  close_reason: string | null;
}

const GAPS = `SELECT gap_id, workspace_id, environment_id, producer_class, gap_from, gap_to, cause, reason,
    (SELECT coalesce(sum(upper(run) - lower(run)), 0) FROM unnest(lines) AS run)::int AS lines, closed_at, close_reason
  FROM ingest_gaps`;

export function createGapStore(pool: pg.Pool, clock: Clock): GapStore {
  return {
    async list({ workspaceId, closed, before, limit }) {
      const { rows } = await pool.query<GapRow>(
        `${GAPS} WHERE workspace_id = $1 AND (closed_seq IS NOT NULL) = $2 AND ($3::bigint IS NULL OR gap_id < $3)
         ORDER BY gap_id DESC LIMIT $4`,
        [workspaceId, closed, before ?? null, limit],
      );
      return rows.map(gapFromRow);
    },

    close: (gapId, reason) =>
      inTransaction(pool, async (client) => {
        // A process that plans waits here, so that this position is after all planned batches and before all later
        // ones.
        const { rows: arrival } = await client.query<{ seq: bigint }>(
          'UPDATE ingest_arrival SET last_seq = last_seq + 1 RETURNING last_seq AS seq',
        );
        const { seq } = requireRow(arrival);
        await client.query(
          `WITH closed AS (
             UPDATE ingest_gaps SET closed_seq = $2, closed_at = $3, close_reason = $4
             WHERE gap_id = $1 AND closed_seq IS NULL
             RETURNING workspace_id)
           INSERT INTO ingest_own_sequences AS own (workspace_id, own_seq, arrival_seq, first_evaluated_seq)
           SELECT workspace_id, 0, $2, NULL FROM closed
           ON CONFLICT (workspace_id) DO UPDATE SET arrival_seq = excluded.arrival_seq`,
          [gapId, seq, clock.now(), reason],
        );
        // Its lines are no longer awaited, except those that another open gap also stands for.
        await client.query(
          `UPDATE ingest_quarantine AS line SET event_hash = NULL
           FROM ingest_gaps AS closed
           WHERE gap_id = $1 AND line.batch_id = closed.batch_id AND line.line_index <@ closed.lines
             AND event_hash IS NOT NULL AND corrected_seq IS NULL
             AND NOT EXISTS (
               SELECT FROM ingest_gaps AS gap
               WHERE gap.batch_id = line.batch_id AND gap.closed_seq IS NULL AND line.line_index <@ gap.lines)`,
          [gapId],
        );
        const { rows } = await client.query<GapRow>(`${GAPS} WHERE gap_id = $1`, [gapId]);
        if (rows[0] === undefined) throw new Refusal('not_found', `There is no gap ${gapId}. Check the id.`);
        return gapFromRow(rows[0]);
      }),
  };
}

function gapFromRow(row: GapRow): KnownGap {
  return {
    gapId: row.gap_id,
    workspaceId: row.workspace_id,
    environmentId: row.environment_id ?? undefined,
    producerClass: row.producer_class,
    from: row.gap_from,
    to: row.gap_to,
    cause: row.cause,
    reason: row.reason,
    lines: row.lines,
    closedAt: row.closed_at ?? undefined,
    closeReason: row.close_reason ?? '',
  };
}
