import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { ProducerClass } from '../../domain/insight/insight-sets.ts';
import { inTransaction } from '../postgres/pool.ts';

/** A line set aside, by its place in the batch. */
export interface QuarantinedLine {
  readonly index: number;
  readonly reason: string;
  readonly detail: string;
  readonly lineStart: string;
}

export interface PlannedGap {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly producerClass: ProducerClass;
  readonly fromMs: number;
  readonly toMs: number;
  readonly cause: 'quarantined' | 'declared';
  readonly reason: string;
}

/** The last line of a workspace and producer class in a batch, by its place. */
export interface BatchReach {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly producerClass: ProducerClass;
  readonly lastIndex: number;
  /** Unix milliseconds of the oldest and the newest event on their time bases. */
  readonly oldestMs: number;
  readonly newestMs: number;
}

export interface BatchPlan {
  readonly sourceId: string;
  readonly firstOffset: bigint;
  readonly lastOffset: bigint;
  readonly lineCount: number;
  readonly eventCounts: Readonly<Record<string, number>>;
  readonly quarantined: readonly QuarantinedLine[];
  readonly gaps: readonly PlannedGap[];
  readonly reach: readonly BatchReach[];
  /** How many lines name each workspace, those set aside among them, by its id. */
  readonly own: ReadonlyMap<string, number>;
}

export interface PlannedBatch {
  readonly batchId: bigint;
  readonly sourceId: string;
  readonly firstOffset: bigint;
  readonly lastOffset: bigint;
  readonly firstSeq: bigint;
  readonly token: string;
  /** Places of the lines that the plan set aside. */
  readonly quarantined: ReadonlySet<number>;
  /** Its facts were unloaded, to be loaded again. */
  readonly reload: boolean;
}

/** A batch whose rows are in ClickHouse. */
export interface LoadedBatch {
  readonly batch: PlannedBatch;
  readonly reach: readonly BatchReach[];
}

/** What a source has brought in all its batches. */
export interface SourceTotals {
  readonly events: Readonly<Record<string, number>>;
  readonly quarantined: number;
  /** The first few lines set aside, with the place of each in its source (lines of a file). */
  readonly firstQuarantined: readonly { offset: bigint; reason: string; detail: string }[];
}

/** A workspace that a source has brought traffic of, with its newest event. */
export interface SourceWorkspace {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly newestMs: number;
}

/** Planned batches: the record that makes loading exactly once. */
export interface IngestBatchStore {
  /**
   * What of the source is planned, not loaded, and to be loaded next: batches of one token, in their order, which are
   * inserted and marked as one. At most one batch but where facts are loaded again.
   */
  planned(sourceId: string): Promise<PlannedBatch[]>;
  /**
   * Commits what the next batch of a source is, with everything set aside and every gap disclosed.
   * Undefined, and nothing written, when the holder no longer has the source or the source has moved on.
   *
   * @throws Refusal `dependency_unavailable` while a batch of some source waits `MOST_BATCHES_AHEAD` batches behind
   */
  plan(holder: string, plan: BatchPlan): Promise<PlannedBatch | undefined>;
  /**
   * Marks batches of one token loaded and moves the watermarks. Harmless when they were marked before, or have been
   * unloaded since they were inserted: they have another token then.
   */
  markLoaded(loaded: readonly LoadedBatch[]): Promise<void>;
  /** The batches of every source that are planned and not loaded. */
  unloaded(): Promise<bigint[]>;
  workspacesOf(sourceId: string): Promise<SourceWorkspace[]>;
  totals(sourceId: string): Promise<SourceTotals>;
}

/**
 * How many batches are planned past one that is not loaded yet. ClickHouse remembers the tokens of a table's last 20,000
 * blocks, and a batch makes one of a fact table for each month in it, or up to four of a rollup for each year: its
 * repetition is recognized as long as the batches after it hold forty months each.
 */
export const MOST_BATCHES_AHEAD = 500;

export function createIngestBatchStore(pool: pg.Pool, clock: Clock): IngestBatchStore {
  return {
    async planned(sourceId) {
      const { rows } = await pool.query<BatchRow>(
        `SELECT batch_id, source_id, first_offset, last_offset, first_seq, token, reload,
           ARRAY(SELECT line_index FROM ingest_quarantine AS line WHERE line.batch_id = batch.batch_id) AS quarantined
         FROM ingest_batches AS batch WHERE source_id = $1 AND loaded_at IS NULL AND token = (
           SELECT token FROM ingest_batches
           WHERE source_id = $1 AND loaded_at IS NULL ORDER BY first_offset LIMIT 1)
         ORDER BY first_offset`,
        [sourceId],
      );
      return rows.map(batchFromRow);
    },

    async plan(holder, plan) {
      return inTransaction(pool, async (client) => {
        const moved = await client.query(
          `UPDATE ingest_sources SET next_offset = $4
           WHERE source_id = $1 AND lease_holder = $2 AND next_offset = $3`,
          [plan.sourceId, holder, plan.firstOffset, plan.lastOffset],
        );
        if (moved.rowCount !== 1) return undefined;
        await refuseTooFarAhead(client);
        const batch = await insertBatch(client, plan, clock.now());
        await insertQuarantine(client, batch, plan.quarantined);
        await insertGaps(client, batch.batchId, plan.gaps);
        await raiseProduced(client, batch, plan);
        return batch;
      });
    },

    async markLoaded(loaded) {
      const batchIds = loaded.map(({ batch }) => batch.batchId);
      await inTransaction(pool, async (client) => {
        const now = clock.now();
        const marked = await client.query(
          `UPDATE ingest_batches SET loaded_at = $3, reload = false
           WHERE batch_id = ANY($1) AND token = $2 AND loaded_at IS NULL`,
          [batchIds, loaded[0]?.batch.token, now],
        );
        if (marked.rowCount === batchIds.length) await raiseIndexed(client, loaded, now);
      });
    },

    async unloaded() {
      const { rows } = await pool.query<{ batch_id: bigint }>(
        'SELECT batch_id FROM ingest_batches WHERE loaded_at IS NULL ORDER BY batch_id',
      );
      return rows.map((row) => row.batch_id);
    },

    async workspacesOf(sourceId) {
      const { rows } = await pool.query<{ organization_id: string; workspace_id: string; newest_event_at: Date }>(
        'SELECT organization_id, workspace_id, newest_event_at FROM ingest_source_workspaces WHERE source_id = $1',
        [sourceId],
      );
      return rows.map((row) => ({
        organizationId: row.organization_id,
        workspaceId: row.workspace_id,
        newestMs: row.newest_event_at.getTime(),
      }));
    },

    async totals(sourceId) {
      const events = await pool.query<{ name: string; count: bigint }>(
        `SELECT name, sum(count::bigint)::bigint AS count
         FROM ingest_batches, jsonb_each_text(event_counts) AS counted (name, count)
         WHERE source_id = $1 GROUP BY name ORDER BY name`,
        [sourceId],
      );
      const lines = await pool.query<{ offset: bigint; reason: string; detail: string; total: bigint }>(
        `SELECT first_offset + line_index AS offset, reason, detail, count(*) OVER () AS total
         FROM ingest_quarantine JOIN ingest_batches USING (batch_id)
         WHERE source_id = $1 ORDER BY first_offset, line_index LIMIT 5`,
        [sourceId],
      );
      return {
        events: Object.fromEntries(events.rows.map((row) => [row.name, Number(row.count)])),
        quarantined: Number(lines.rows[0]?.total ?? 0),
        firstQuarantined: lines.rows.map(({ offset, reason, detail }) => ({ offset, reason, detail })),
      };
    },
  };
}

interface BatchRow {
  batch_id: bigint;
  source_id: string;
  first_offset: bigint;
  last_offset: bigint;
  first_seq: bigint;
  token: string;
  reload: boolean;
  quarantined: number[];
}

function batchFromRow(row: BatchRow): PlannedBatch {
  return {
    batchId: row.batch_id,
    sourceId: row.source_id,
    firstOffset: row.first_offset,
    lastOffset: row.last_offset,
    firstSeq: row.first_seq,
    token: row.token,
    quarantined: new Set(row.quarantined),
    reload: row.reload,
  };
}

async function refuseTooFarAhead(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ source_id: string; location: string; ahead: bigint }>(
    `SELECT source_id, location, (SELECT max(batch_id) FROM ingest_batches) - batch_id AS ahead
     FROM ingest_batches JOIN ingest_sources USING (source_id)
     WHERE loaded_at IS NULL ORDER BY first_seq LIMIT 1`,
  );
  const [oldest] = rows;
  if (oldest === undefined || oldest.ahead < MOST_BATCHES_AHEAD) return;
  throw new Refusal(
    'dependency_unavailable',
    `A batch of ${oldest.source_id} (${oldest.location}) is not loaded, and ${oldest.ahead} batches were planned after it: ` +
      'no other is planned until it is, lest its repetition be counted twice.',
  );
}

async function insertBatch(client: pg.PoolClient, plan: BatchPlan, now: Date): Promise<PlannedBatch> {
  const { rows } = await client.query<Omit<BatchRow, 'quarantined'>>(
    `WITH arrival AS (UPDATE ingest_arrival SET last_seq = last_seq + $4 RETURNING last_seq)
     INSERT INTO ingest_batches
       (source_id, first_offset, last_offset, first_seq, line_count, token, event_counts, planned_at)
     SELECT $1, $2, $3, last_seq - $4 + 1, $4, $5, $6, $7 FROM arrival
     RETURNING batch_id, source_id, first_offset, last_offset, first_seq, token, reload`,
    [
      plan.sourceId,
      plan.firstOffset,
      plan.lastOffset,
      plan.lineCount,
      randomUUID(),
      JSON.stringify(plan.eventCounts),
      now,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The counter of arrival is missing.');
  return batchFromRow({ ...row, quarantined: plan.quarantined.map((line) => line.index) });
}

async function insertQuarantine(
  client: pg.PoolClient,
  batch: PlannedBatch,
  lines: readonly QuarantinedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await client.query(
    `INSERT INTO ingest_quarantine (batch_id, line_index, arrival_seq, reason, detail, line_start)
     SELECT $1, line_index, $2::bigint + line_index, reason, detail, line_start
     FROM unnest($3::int[], $4::text[], $5::text[], $6::text[]) AS line (line_index, reason, detail, line_start)`,
    [
      batch.batchId,
      batch.firstSeq,
      lines.map((line) => line.index),
      lines.map((line) => line.reason),
      lines.map((line) => line.detail),
      lines.map((line) => line.lineStart),
    ],
  );
}

async function insertGaps(client: pg.PoolClient, batchId: bigint, gaps: readonly PlannedGap[]): Promise<void> {
  if (gaps.length === 0) return;
  await client.query(
    `INSERT INTO ingest_gaps
       (batch_id, organization_id, workspace_id, producer_class, gap_from, gap_to, cause, reason)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::text[])`,
    [
      batchId,
      gaps.map((gap) => gap.organizationId),
      gaps.map((gap) => gap.workspaceId),
      gaps.map((gap) => gap.producerClass),
      gaps.map((gap) => new Date(gap.fromMs)),
      gaps.map((gap) => new Date(gap.toMs)),
      gaps.map((gap) => gap.cause),
      gaps.map((gap) => gap.reason),
    ],
  );
}

/** How far the lines of batches reach, always in one order, so that two sources of the same workspaces cannot deadlock. */
function reachColumns(loaded: readonly LoadedBatch[]): unknown[] {
  const furthest = new Map<string, { part: BatchReach; seq: bigint }>();
  for (const { batch, reach } of loaded) {
    for (const part of reach) {
      const seq = batch.firstSeq + BigInt(part.lastIndex);
      const key = `${part.workspaceId} ${part.producerClass}`;
      if (seq > (furthest.get(key)?.seq ?? -1n)) furthest.set(key, { part, seq });
    }
  }
  const sorted = [...furthest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark);
  return [
    sorted.map(({ part }) => part.organizationId),
    sorted.map(({ part }) => part.workspaceId),
    sorted.map(({ part }) => part.producerClass),
    sorted.map(({ seq }) => seq),
  ];
}

/**
 * Counts the lines of each workspace in its own sequence, and says how far that reaches: also past gaps of lines that name
 * nobody. Plans wait for each other at the counter of arrival, so that all sequences grow in its order.
 */
async function raiseOwn(client: pg.PoolClient, batch: PlannedBatch, plan: BatchPlan): Promise<void> {
  const own = new Map([...plan.gaps.map(({ workspaceId }) => [workspaceId, 0] as const), ...plan.own]);
  await client.query(
    `WITH part AS (
       SELECT * FROM unnest($2::text[], $3::bigint[]) AS part (workspace_id, lines)
     ), raised AS (
       INSERT INTO ingest_own_sequences AS own (workspace_id, own_seq, arrival_seq)
       SELECT workspace_id, lines, $4 FROM part
       ON CONFLICT (workspace_id)
       DO UPDATE SET own_seq = own.own_seq + excluded.own_seq, arrival_seq = excluded.arrival_seq
       RETURNING workspace_id, own_seq
     )
     UPDATE ingest_batches SET own_before = (
       SELECT coalesce(jsonb_object_agg(workspace_id, own_seq - lines), '{}') FROM raised JOIN part USING (workspace_id))
     WHERE batch_id = $1`,
    [batch.batchId, [...own.keys()], [...own.values()], batch.firstSeq + BigInt(plan.lineCount) - 1n],
  );
}

async function raiseProduced(client: pg.PoolClient, batch: PlannedBatch, plan: BatchPlan): Promise<void> {
  const { reach } = plan;
  await raiseOwn(client, batch, plan);
  await client.query(
    `INSERT INTO ingest_watermarks AS mark
       (organization_id, workspace_id, producer_class, produced_through, own_through)
     SELECT organization_id, workspace_id, producer_class, seq, own_seq
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS part (organization_id, workspace_id, producer_class, seq)
     JOIN ingest_own_sequences USING (workspace_id)
     ON CONFLICT (organization_id, workspace_id, producer_class)
     DO UPDATE SET produced_through = greatest(mark.produced_through, excluded.produced_through),
                   own_through = greatest(mark.own_through, excluded.own_through)`,
    reachColumns([{ batch, reach }]),
  );
  await client.query(
    `INSERT INTO ingest_source_workspaces AS known (source_id, organization_id, workspace_id, newest_event_at)
     SELECT $1, organization_id, workspace_id, max(newest_event_at)
     FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS part (organization_id, workspace_id, newest_event_at)
     GROUP BY organization_id, workspace_id
     ON CONFLICT (source_id, workspace_id)
     DO UPDATE SET newest_event_at = greatest(known.newest_event_at, excluded.newest_event_at)`,
    [
      batch.sourceId,
      reach.map((part) => part.organizationId),
      reach.map((part) => part.workspaceId),
      reach.map((part) => new Date(part.newestMs)),
    ],
  );
}

/** What is loaded again was indexed before: the time of that stays, and a pin says the same as before. */
async function raiseIndexed(client: pg.PoolClient, loaded: readonly LoadedBatch[], now: Date): Promise<void> {
  const again = loaded.some(({ batch }) => batch.reload);
  await client.query(
    `INSERT INTO ingest_watermarks AS mark
       (organization_id, workspace_id, producer_class, produced_through, indexed_through, last_indexed_at)
     SELECT organization_id, workspace_id, producer_class, seq, seq, $5::timestamptz
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS part (organization_id, workspace_id, producer_class, seq)
     ON CONFLICT (organization_id, workspace_id, producer_class)
     DO UPDATE SET indexed_through = greatest(mark.indexed_through, excluded.indexed_through),
                   last_indexed_at = CASE WHEN $6 AND mark.indexed_through >= excluded.indexed_through
                     THEN mark.last_indexed_at ELSE greatest(mark.last_indexed_at, excluded.last_indexed_at) END`,
    [...reachColumns(loaded), now, again],
  );
}
