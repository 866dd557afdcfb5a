import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { normalizePerson } from '../../domain/judges/normalize-person.ts';
import type { AnnotationCandidate, AnnotationStrategy } from '../../domain/judges/annotation.ts';
import type { LabelDesign } from '../../domain/judges/label-design.ts';
import type { AnnotationProgress } from '../../contracts/judges/annotation-queue.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

type Row = Pick<AnnotationCandidate, 'workspaceId' | 'requestId'>;

/** The terms of a lease: the annotator, its end, and the limits. */
export interface LeaseOrder {
  /** The annotator's name in the form of `normalizePerson`. */
  readonly annotator: string;
  /** The maximum number of people who hold or have labelled a row. */
  readonly overlap: number;
  readonly max: number;
  readonly expiresAt: Date;
  /** The strategy by which the claim chose its rows, with their probability. */
  readonly design: LabelDesign;
  /** The admission time before which skips are forgotten, because nobody can lease such old requests any more. */
  readonly since: Date;
}

/**
 * The leases of rows for labelling. A row has `overlap` slots, and each slot is leased at most once, even by concurrent
 * claims. Annotators are named in the form of `normalizePerson`. Older rows may have another spelling of a name, which
 * is treated as the same person.
 */
export interface AnnotationLeaseStore {
  /**
   * Leases the first rows that are free for this annotator, and returns them in the given order. A row that is excluded
   * from reads, or is before its workspace's retention horizon, is never leased.
   */
  lease<Candidate extends AnnotationCandidate>(
    candidates: readonly Candidate[],
    order: LeaseOrder,
  ): Promise<Candidate[]>;
  /** Undoes leases whose rows could not be shown to the annotator. */
  takeBack(annotator: string, rows: readonly Row[]): Promise<void>;
  /**
   * Ends the annotator's leases of these requests, and returns their number. With `skip`, the rows are never leased to
   * this annotator again.
   */
  release(annotator: string, requestIds: readonly string[], skip: boolean): Promise<number>;
  progress(): Promise<AnnotationProgress['annotators']>;
  /**
   * The designs of the annotators' current leases, in the order of the labels; undefined for a label without a current
   * lease of its annotator, and for a lease that states no design.
   */
  designs(labels: readonly LeasedLabel[]): Promise<(LabelDesign | undefined)[]>;
}

/** A label, and the annotator's name in any spelling. */
interface LeasedLabel {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly annotator: string;
}

/**
 * A lock number that nothing else in this database uses. Claims run one after the other, so that each sees the leases
 * of the previous one.
 */
const LOCK_KEY = 7_202_611_232;

const LEASE = `
  WITH leased AS (
    INSERT INTO annotation_leases
      (workspace_id, request_id, slot, annotator, admitted_at, expires_at, strategy, probability)
    SELECT c.workspace_id, c.request_id, free.slot, $1, c.admitted_at, $2, $12, $13::double precision
    FROM unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[], $10::text[])
      WITH ORDINALITY AS c (workspace_id, request_id, admitted_at, labelled_by, environment_id, place)
    CROSS JOIN LATERAL (
      SELECT min(slot) AS slot FROM generate_series(1, $7::integer) slot
      WHERE NOT EXISTS (
        SELECT FROM annotation_leases l
        WHERE l.workspace_id = c.workspace_id AND l.request_id = c.request_id AND l.slot = slot.slot)
    ) free
    WHERE free.slot IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM annotation_leases l
        WHERE l.workspace_id = c.workspace_id AND l.request_id = c.request_id AND l.annotator = ANY($11::text[]))
      AND NOT EXISTS (
        SELECT FROM annotation_skips k
        WHERE k.workspace_id = c.workspace_id AND k.request_id = c.request_id AND k.annotator = ANY($11::text[]))
      AND NOT EXISTS (
        SELECT FROM workspaces w WHERE w.workspace_id = c.workspace_id AND w.keeps_from > c.admitted_at)
      AND NOT EXISTS (
        SELECT FROM exclusions e
        WHERE e.workspace_id = c.workspace_id AND e.excluded_from <= c.admitted_at AND c.admitted_at < e.excluded_to
          AND (e.node_id IN (c.workspace_id, c.environment_id) OR e.node_id IN (
            SELECT unnest(ARRAY[g.gateway_id, g.application_id]) FROM environments v JOIN gateways g USING (gateway_id)
            WHERE v.environment_id = c.environment_id)))
      AND (
        SELECT count(*) FROM (
          SELECT jsonb_array_elements_text(c.labelled_by::jsonb)
          UNION
          SELECT l.annotator FROM annotation_leases l
          WHERE l.workspace_id = c.workspace_id AND l.request_id = c.request_id
        ) known
      ) < $7
    ORDER BY c.place LIMIT $8
    RETURNING workspace_id, request_id
  ), counted AS (
    INSERT INTO annotator_progress AS known (annotator, claimed, last_claimed_at)
    SELECT $1, count(*), $9 FROM leased HAVING count(*) > 0
    ON CONFLICT (annotator) DO UPDATE
      SET claimed = known.claimed + excluded.claimed, last_claimed_at = excluded.last_claimed_at
  )
  SELECT workspace_id, request_id FROM leased`;

const TAKE_BACK = `
  WITH gone AS (
    DELETE FROM annotation_leases l USING unnest($2::text[], $3::text[]) AS c (workspace_id, request_id)
    WHERE l.annotator = ANY($1::text[]) AND l.workspace_id = c.workspace_id AND l.request_id = c.request_id
    RETURNING 1
  )
  UPDATE annotator_progress SET claimed = claimed - (SELECT count(*) FROM gone) WHERE annotator = (
    SELECT k.annotator FROM annotator_progress k WHERE k.annotator = ANY($1::text[]) ORDER BY k.annotator = $4 DESC LIMIT 1)`;

const RELEASE = `
  WITH gone AS (
    DELETE FROM annotation_leases WHERE annotator = ANY($5::text[]) AND request_id = ANY($2::text[]) AND expires_at > $4
    RETURNING workspace_id, request_id, admitted_at
  ), skipped AS (
    INSERT INTO annotation_skips (workspace_id, request_id, annotator, admitted_at)
    SELECT workspace_id, request_id, $1, admitted_at FROM gone WHERE $3::boolean
    ON CONFLICT DO NOTHING
  ), counted AS (
    UPDATE annotator_progress SET
      released = released + CASE WHEN $3 THEN 0 ELSE (SELECT count(*) FROM gone) END,
      skipped = skipped + CASE WHEN $3 THEN (SELECT count(*) FROM gone) ELSE 0 END
    WHERE annotator = (
      SELECT k.annotator FROM annotator_progress k WHERE k.annotator = ANY($5::text[]) ORDER BY k.annotator = $1 DESC LIMIT 1)
  )
  SELECT count(*)::integer AS released FROM gone`;

export function createAnnotationLeaseStore(pool: pg.Pool, clock: Clock): AnnotationLeaseStore {
  return {
    async lease(candidates, { annotator, overlap, max, expiresAt, design, since }) {
      const now = clock.now();
      const rows = await inTransaction(pool, async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
        await client.query('DELETE FROM annotation_leases WHERE expires_at <= $1', [now]);
        await client.query('DELETE FROM annotation_skips WHERE admitted_at < $1', [since]);
        const leased = await client.query<{ workspace_id: string; request_id: string }>(LEASE, [
          annotator,
          expiresAt,
          candidates.map(({ workspaceId }) => workspaceId),
          candidates.map(({ requestId }) => requestId),
          candidates.map(({ admittedAt }) => admittedAt),
          candidates.map(({ labelledBy }) => JSON.stringify(labelledBy)),
          overlap,
          max,
          now,
          candidates.map(({ environmentId }) => environmentId),
          await spellingsOf(client, annotator),
          design.strategy,
          design.probability,
        ]);
        return leased.rows;
      });
      const leased = new Set(rows.map((row) => keyOf({ workspaceId: row.workspace_id, requestId: row.request_id })));
      return candidates.filter((candidate) => leased.has(keyOf(candidate)));
    },

    async takeBack(annotator, rows) {
      const spellings = await spellingsOf(pool, annotator);
      const values = [
        spellings,
        rows.map(({ workspaceId }) => workspaceId),
        rows.map(({ requestId }) => requestId),
        annotator,
      ];
      await pool.query(TAKE_BACK, values);
    },

    async release(annotator, requestIds, skip) {
      const spellings = await spellingsOf(pool, annotator);
      const values = [annotator, requestIds, skip, clock.now(), spellings];
      const { rows } = await pool.query<{ released: number }>(RELEASE, values);
      return rows[0]?.released ?? 0;
    },

    async designs(labels) {
      if (labels.length === 0) return [];
      const { rows } = await pool.query<DesignRow>(
        `SELECT l.workspace_id, l.request_id, l.annotator, l.strategy, l.probability
         FROM annotation_leases l
         JOIN unnest($1::text[], $2::text[]) AS c (workspace_id, request_id) USING (workspace_id, request_id)
         WHERE l.expires_at > $3`,
        [labels.map(({ workspaceId }) => workspaceId), labels.map(({ requestId }) => requestId), clock.now()],
      );
      const found = new Map(rows.map((row) => [designKey(row.workspace_id, row.request_id, row.annotator), row]));
      return labels.map(({ workspaceId, requestId, annotator }) => {
        const { strategy, probability } = found.get(designKey(workspaceId, requestId, annotator)) ?? {};
        if (strategy === undefined || strategy === null) return undefined;
        return { strategy: strategy as AnnotationStrategy, probability: probability ?? null };
      });
    },

    async progress() {
      const { rows } = await pool.query<ProgressRow>(
        `SELECT annotator, claimed, released, skipped, last_claimed_at,
           (SELECT count(*) FROM annotation_leases l WHERE l.annotator = p.annotator AND l.expires_at > $1) AS leased
         FROM annotator_progress p ORDER BY last_claimed_at DESC, annotator LIMIT 1000`,
        [clock.now()],
      );
      return mergedByPerson(rows).map(({ annotator, claimed, leased, released, skipped, last_claimed_at: at }) => ({
        annotator,
        claimed: Number(claimed),
        leased: Number(leased),
        released: Number(released),
        skipped: Number(skipped),
        last_claimed_at: at.toISOString(),
      }));
    },
  };
}

/** The name itself, and its spellings in older rows. */
async function spellingsOf(client: Queryable, annotator: string): Promise<string[]> {
  const { rows } = await client.query<{ annotator: string }>('SELECT annotator FROM annotator_progress');
  const spellings = rows.map((row) => row.annotator).filter((name) => normalizePerson(name) === annotator);
  return [...new Set([annotator, ...spellings])];
}

/** @param rows the rows, last claim first; the result keeps this order */
function mergedByPerson(rows: readonly ProgressRow[]): ProgressRow[] {
  const people = new Map<string, ProgressRow>();
  for (const row of rows) {
    const annotator = normalizePerson(row.annotator);
    const known = people.get(annotator);
    people.set(
      annotator,
      known === undefined
        ? { ...row, annotator }
        : {
            ...known,
            claimed: known.claimed + row.claimed,
            leased: known.leased + row.leased,
            released: known.released + row.released,
            skipped: known.skipped + row.skipped,
          },
    );
  }
  return [...people.values()];
}

interface DesignRow {
  readonly workspace_id: string;
  readonly request_id: string;
  readonly annotator: string;
  readonly strategy: string | null;
  readonly probability: number | null;
}

function designKey(workspaceId: string, requestId: string, annotator: string): string {
  return JSON.stringify([workspaceId, requestId, normalizePerson(annotator)]);
}

interface ProgressRow {
  readonly annotator: string;
  readonly claimed: bigint;
  readonly released: bigint;
  readonly skipped: bigint;
  readonly last_claimed_at: Date;
  readonly leased: bigint;
}

function keyOf({ workspaceId, requestId }: Row): string {
  return `${workspaceId} ${requestId}`;
}
