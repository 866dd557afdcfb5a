import { Refusal } from '../../../domain/kernel/errors.ts';
import type { BatchInPlanning, ReplacedEnding } from '../../../store/ingest/planning/batch-plan.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { TAGS_TEXT } from '../events/caller-columns.ts';
import { FACT_COLUMNS, toFactRow, type FactRow } from '../events/fact-rows.ts';
import type { FactLine } from '../events/read-batch.ts';

/** A cancellation, and the ending of the same request that it replaces. */
export interface Replacement {
  readonly cancellation: FactLine;
  /** The ending, with its line if it belongs to the batch in planning. */
  readonly ending: { readonly batchId: bigint; readonly line?: FactLine };
}

const HOUR_MS = 3_600_000;

/**
 * The rows of endings that cancellations replace, from the batch itself or from the facts. An erased ending is omitted,
 * because nothing counts it any more.
 *
 * @throws Refusal `dependency_unavailable` while such an ending is not loaded
 */
export async function findReplacedEndings(
  clickhouse: AnalyticsClient,
  batch: BatchInPlanning,
  replacements: readonly Replacement[],
): Promise<ReplacedEnding[]> {
  const earlier = replacements.filter(({ ending }) => ending.line === undefined);
  await refuseUnloaded(batch, earlier);
  const loaded = await loadedEndings(clickhouse, earlier);
  return replacements.flatMap(({ cancellation, ending: { line } }): ReplacedEnding[] => {
    const { index, fact } = cancellation;
    if (line !== undefined)
      return [{ index, seq: String(batch.firstSeq + BigInt(line.index)), row: toFactRow(line.fact) }];
    const found = loaded.get(requestKey(toFactRow(fact)));
    return found === undefined ? [] : [{ index, ...found }];
  });
}

async function refuseUnloaded(batch: BatchInPlanning, earlier: readonly Replacement[]): Promise<void> {
  const planned = await batch.planned([...new Set(earlier.map(({ ending }) => ending.batchId))]);
  for (const [batchId, { isLoaded }] of planned) {
    if (isLoaded) continue;
    throw new Refusal(
      'dependency_unavailable',
      `A cancelled request has another ending in batch ${batchId}, which is not loaded yet. This traffic is planned when that batch is loaded.`,
    );
  }
}

/**
 * The loaded endings by request. Endings that an earlier cancellation replaced are omitted, so that a request has one
 * row.
 */
async function loadedEndings(
  clickhouse: AnalyticsClient,
  earlier: readonly Replacement[],
): Promise<Map<string, Omit<ReplacedEnding, 'index'>>> {
  if (earlier.length === 0) return new Map();
  const rows = earlier.map(({ cancellation }) => toFactRow(cancellation.fact));
  const columns = FACT_COLUMNS.request_terminals_v1.map((name) => (name === 'tags' ? `${TAGS_TEXT} AS tags` : name));
  const result = await clickhouse.query({
    query: `SELECT ${columns.join(', ')}, toString(arrival_seq) AS seq
      FROM request_terminals_v1
      WHERE organization_id IN {organizations:Array(String)} AND workspace_id IN {workspaces:Array(String)}
        AND toStartOfHour(admitted_at) IN {hours:Array(DateTime('UTC'))}
        AND logical_request_id IN {requests:Array(String)} AND batch_id IN {batches:Array(UInt64)}`,
    format: 'JSONEachRow',
    query_params: {
      organizations: distinct(rows.map((row) => String(row['organization_id']))),
      workspaces: distinct(rows.map((row) => String(row['workspace_id']))),
      hours: distinct(earlier.map(({ cancellation: { atMs } }) => (Math.floor(atMs / HOUR_MS) * HOUR_MS) / 1_000)),
      requests: distinct(rows.map((row) => String(row['logical_request_id']))),
      batches: distinct(earlier.map(({ ending }) => ending.batchId)),
    },
  });
  const found = await result.json<FactRow & { readonly seq: string }>();
  return new Map(found.map(({ seq, ...row }) => [requestKey(row), { seq, row }]));
}

function requestKey(row: FactRow): string {
  return JSON.stringify([row['workspace_id'], row['logical_request_id']]);
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
