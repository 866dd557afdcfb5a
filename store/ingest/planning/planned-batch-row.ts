import type { BatchReach, LoadedBatch, PlannedBatch, ReplacedEnding } from './batch-plan.ts';
import { positionsFromRuns, type PositionRuns } from './position-runs.ts';

/** The SQL that reads the lines of a plan as lists of positions; the table stores them as ranges. */
export const PLANNED_LINES = `
  ARRAY(SELECT generate_series(lower(run), upper(run) - 1) FROM unnest(batch.repeated) AS run) AS repeated,
  ARRAY(SELECT generate_series(lower(run), upper(run) - 1) FROM unnest(batch.late) AS run) AS late,
  ARRAY(SELECT generate_series(lower(run), upper(run) - 1) FROM unnest(batch.opening) AS run) AS opening,
  batch.event_counts = '{}' AND batch.repeated = '{}' AS is_empty`;

export interface BatchRow {
  batch_id: bigint;
  source_id: string;
  first_offset: bigint;
  last_offset: bigint;
  first_seq: bigint;
  line_count: number;
  counted: 'lines' | 'events' | null;
  token: string;
  reload: boolean;
  repeated: number[];
  late: number[];
  opening: number[];
  is_empty: boolean;
  replaced: ReplacedEnding[];
  folded: PositionRuns;
  quarantined: number[];
}

export function batchFromRow(row: BatchRow): PlannedBatch {
  return {
    batchId: row.batch_id,
    sourceId: row.source_id,
    firstOffset: row.first_offset,
    lastOffset: row.last_offset,
    firstSeq: row.first_seq,
    lineCount: row.line_count,
    counted: row.counted ?? undefined,
    token: row.token,
    quarantined: new Set(row.quarantined),
    repeated: new Set(row.repeated),
    late: new Set(row.late),
    opening: new Set(row.opening),
    replaced: row.replaced,
    folded: positionsFromRuns(row.folded),
    reload: row.reload,
    isEmpty: row.is_empty,
  };
}

/**
 * The column values of the furthest line of each workspace and producer class in batches. The order is always the same,
 * so that two sources of the same workspaces cannot deadlock.
 */
export function reachColumns(loaded: readonly LoadedBatch[]): unknown[] {
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
