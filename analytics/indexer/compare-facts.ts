import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { BatchContent, IngestReloadStore } from '../../store/ingest/ingest-reload-store.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { FACT_TABLES, type FactTable } from './events/fact-rows.ts';

/** The difference between ClickHouse and the batches that Postgres marks as loaded. */
export interface FactsDifference {
  readonly table: string;
  /** The batch; the workspace if a rollup is not the sum of the facts. */
  readonly of: string;
  readonly planned: number;
  readonly found: number;
}

export interface FactsComparison {
  /** The number of loaded batches, and of those the number with expired facts, which may have fewer facts. */
  readonly batches: number;
  readonly facts: number;
  /** Every difference, in no particular order. */
  readonly differences: readonly FactsDifference[];
}

const TABLE_OF: Readonly<Record<FactEvent['event'], FactTable>> = {
  request_admitted: 'request_admissions_v1',
  request_terminal: 'request_terminals_v1',
  attempt: 'attempts_v1',
  cost_effect: 'cost_effects_v1',
  feedback_verdict: 'feedback_verdicts_v1',
  release_marker: 'release_markers_v1',
  protection_evaluation: 'protection_evaluations_v1',
  evaluation_outcome: 'outcomes_v1',
};

/** The figures of rollups that count the rows of a table of facts. */
const COUNTED_AS: readonly (readonly [FactTable, string])[] = [
  ['request_admissions_v1', 'admitted'],
  ['request_terminals_v1', 'ended'],
  ['attempts_v1', 'attempts'],
  ['cost_effects_v1', 'effects'],
];
const ROLLUPS = [
  'traffic_by_hour_v1',
  'traffic_by_day_v1',
  'traffic_by_month_v1',
  'workspace_traffic_by_hour_v1',
  'workspace_traffic_by_day_v1',
  'workspace_traffic_by_month_v1',
] as const;

/** The rollup by dimension, which has rows of present values only. */
const DIMENSION_ROLLUP = 'dimension_sums_by_day_v1';

/** The dimensions of this rollup with their columns in tables of facts. Tags are counted together. */
const COLUMN_OF_DIMENSION = {
  user: '`user`',
  tenant: 'tenant',
  feature: 'feature',
  agent: 'agent',
  step_class: 'step_class',
  tool: 'tool',
  key: 'key_id',
  owner: 'team_id',
} as const;

/** The number of batches that one statement compares. */
const PAGE = 50_000;
const LAST_BATCH = (2n ** 63n - 1n).toString();

/** The number of facts that one source counts for a workspace. */
interface CountedRows {
  /** `facts`, or the name of a rollup. */
  readonly source: string;
  readonly counted: string;
  readonly workspace_id: string;
  readonly rows: string;
}

interface FoundRows {
  readonly name: FactTable;
  readonly batch: string;
  readonly found: string;
  readonly lowest: string;
  readonly highest: string;
}

/**
 * Compares the facts with the plan, batch by batch, and the sums of rollups with the facts. Nothing may load facts
 * meanwhile. Expired facts may exist or not. Rollups are not compared for workspaces with expired facts, nor while a
 * batch is not loaded.
 */
export async function compareFacts(
  clickhouse: AnalyticsClient,
  reloads: Pick<IngestReloadStore, 'batchesAfter' | 'expiring'>,
): Promise<FactsComparison> {
  const differences: FactsDifference[] = [];
  const total = { batches: 0, facts: 0, waiting: 0 };
  let after = 0n;
  for (;;) {
    const page = await reloads.batchesAfter(after, PAGE);
    const isLast = page.length < PAGE;
    const through = isLast ? LAST_BATCH : String(page.at(-1)?.batchId);
    const found = await rowsOf(clickhouse, after.toString(), through);
    differences.push(...strayRows(found, page));
    for (const batch of page) {
      if (!batch.isLoaded) total.waiting += 1;
      if (!batch.isLoaded || batch.expired === 'everything') continue;
      const rows = found.get(batch.batchId.toString()) ?? [];
      total.batches += 1;
      total.facts += rows.reduce((sum, row) => sum + Number(row.found), 0);
      differences.push(...batchDifferences(batch, rows));
    }
    if (isLast) break;
    after = page.at(-1)?.batchId ?? after;
  }
  if (total.waiting === 0) differences.push(...(await rollupDifferences(clickhouse, await reloads.expiring())));
  return { batches: total.batches, facts: total.facts, differences };
}

async function rowsOf(clickhouse: AnalyticsClient, after: string, through: string): Promise<Map<string, FoundRows[]>> {
  const query = FACT_TABLES.map(
    (name) => `SELECT '${name}' AS name, toString(batch_id) AS batch, toString(count()) AS found,
        toString(min(arrival_seq)) AS lowest, toString(max(arrival_seq)) AS highest
      FROM ${name} WHERE batch_id > {after:UInt64} AND batch_id <= {through:UInt64} GROUP BY batch_id`,
  ).join(' UNION ALL ');
  const result = await clickhouse.query({
    query,
    format: 'JSONEachRow',
    query_params: { after, through },
    clickhouse_settings: { max_execution_time: 0 },
  });
  return grouped(await result.json<FoundRows>(), (row) => row.batch);
}

/**
 * The rows of batches that this control plane has not planned: they come from another control plane, or from a later
 * state of this one.
 */
function strayRows(found: ReadonlyMap<string, FoundRows[]>, page: readonly BatchContent[]): FactsDifference[] {
  const planned = new Set(page.map(({ batchId }) => batchId.toString()));
  return [...found]
    .filter(([batchId]) => !planned.has(batchId))
    .flatMap(([batchId, rows]) =>
      rows.map((row) => ({ table: row.name, of: `batch ${batchId}`, planned: 0, found: Number(row.found) })),
    );
}

function batchDifferences(batch: BatchContent, rows: readonly FoundRows[]): FactsDifference[] {
  const ofEvents = Object.entries(TABLE_OF).map(([event, table]) => {
    const opened = table === 'request_admissions_v1' ? batch.opening - batch.late : 0;
    return [table, (batch.eventCounts[event] ?? 0) + opened] as const;
  });
  return [...ofEvents, ['replaced_terminals_v1', batch.replaced] as const].flatMap(([table, planned]) => {
    const row = rows.find(({ name }) => name === table);
    const found = Number(row?.found ?? 0);
    const isPlaced =
      row === undefined ||
      (BigInt(row.lowest) >= batch.firstSeq && BigInt(row.highest) < batch.firstSeq + BigInt(batch.lineCount));
    const isRight = isPlaced && (found === planned || (batch.expired === 'some' && found < planned));
    return isRight ? [] : [{ table, of: `batch ${batch.batchId} of ${batch.sourceId}`, planned, found }];
  });
}

/** The differences between rollups and facts, for workspaces without expired facts. */
async function rollupDifferences(clickhouse: AnalyticsClient, expiring: readonly string[]): Promise<FactsDifference[]> {
  const compared: readonly (readonly [rollups: readonly string[], counts: readonly string[]])[] = [
    [ROLLUPS, wholeCounts()],
    [[DIMENSION_ROLLUP], dimensionCounts()],
  ];
  const differences: FactsDifference[] = [];
  for (const [rollups, counts] of compared) {
    const result = await clickhouse.query({
      query: `SELECT * FROM (${counts.join(' UNION ALL ')}) WHERE rows != '0'`,
      format: 'JSONEachRow',
      clickhouse_settings: { max_execution_time: 0 },
    });
    const rows = (await result.json<CountedRows>()).filter(({ workspace_id: id }) => !expiring.includes(id));
    differences.push(...countDifferences(rollups, rows));
  }
  return differences;
}

/** The statements that count all facts of each workspace. */
function wholeCounts(): string[] {
  const ofFacts = COUNTED_AS.map(
    ([table, column]) => `SELECT 'facts' AS source, '${column}' AS counted, workspace_id, toString(count()) AS rows
      FROM ${table} GROUP BY workspace_id`,
  );
  const replaced = `SELECT 'facts' AS source, 'ended' AS counted, workspace_id, toString(-toInt64(count())) AS rows
    FROM replaced_terminals_v1 GROUP BY workspace_id`;
  const ofRollups = ROLLUPS.flatMap((rollup) =>
    COUNTED_AS.map(
      ([
        ,
        column,
      ]) => `SELECT '${rollup}' AS source, '${column}' AS counted, workspace_id, toString(sum(${column})) AS rows
        FROM ${rollup} WHERE facet = '' GROUP BY workspace_id`,
    ),
  );
  return [...ofFacts, replaced, ...ofRollups];
}

/** The statements that count the facts of each workspace with a value of each dimension. */
function dimensionCounts(): string[] {
  const named = Object.entries(COLUMN_OF_DIMENSION).map(([name, column]) => `('${name}', countIf(${column} != ''))`);
  const ofFacts = [...COUNTED_AS, ['replaced_terminals_v1', 'ended'] as const].map(([table, column]) => {
    const sign = table === 'replaced_terminals_v1' ? '-' : '';
    return `SELECT 'facts' AS source, concat('${column} by ', part.1) AS counted, workspace_id,
        toString(${sign}toInt64(part.2)) AS rows
      FROM (SELECT workspace_id, [${named.join(', ')}, ('tag', sum(length(tags)))] AS parts
        FROM ${table} GROUP BY workspace_id)
      ARRAY JOIN parts AS part`;
  });
  const sums = COUNTED_AS.map(([, column]) => `('${column}', sum(${column}))`);
  const ofRollup = `SELECT '${DIMENSION_ROLLUP}' AS source, concat(part.1, ' by ', name) AS counted, workspace_id,
      toString(part.2) AS rows
    FROM (SELECT workspace_id, if(startsWith(dimension, 'tag.'), 'tag', toString(dimension)) AS name,
        [${sums.join(', ')}] AS parts
      FROM ${DIMENSION_ROLLUP} GROUP BY workspace_id, name)
    ARRAY JOIN parts AS part`;
  return [...ofFacts, ofRollup];
}

/** The counts of rollups that differ from the count of the facts. */
function countDifferences(rollups: readonly string[], counts: readonly CountedRows[]): FactsDifference[] {
  const byPlace = grouped(counts, ({ counted, workspace_id: id }) => `${counted} of workspace ${id}`);
  return [...byPlace].flatMap(([of, rows]) => {
    const rowsOfSource = (source: string): number =>
      rows.filter((row) => row.source === source).reduce((sum, row) => sum + Number(row.rows), 0);
    const planned = rowsOfSource('facts');
    return rollups.flatMap((table) => {
      const found = rowsOfSource(table);
      return found === planned ? [] : [{ table, of, planned, found }];
    });
  });
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
