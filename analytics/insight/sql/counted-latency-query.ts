import type { LatencyMetric } from '../../../domain/insight/group-sums.ts';
import { ROLLUP_LAYERS, type Layer, type LayerPlan, type RollupLayer } from '../plan/layer-plan.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { rollupBreadth } from '../plan/rollup-breadth.ts';
import type { LayerRow } from './layer-row.ts';
import { groupColumns, type GroupColumns, type GroupRow } from './group-columns.ts';
import { layerParams, rollupConditions } from './layer-conditions.ts';
import { populationClauses } from './population-clauses.ts';
import { rollupTable } from './rollup-table.ts';
import { SAMPLE_COLUMNS } from './exact-latency-query.ts';

/** One row in the result of `countedLatencyQuery`. */
export interface CountedLatencyRow extends GroupRow, LayerRow {
  readonly metric: string;
  readonly status: string;
  /** The buckets of the samples, and the number of samples in each. */
  readonly slots: readonly number[];
  readonly counts: readonly string[];
}

/** The bucket of a sample, by the same expression as in the rollups, because their counts are added. */
const SLOT =
  'if(assumeNotNull(sample.2) < exp2(-10), 0, toUInt16(1 + floor(16 * (log2(assumeNotNull(sample.2)) + 10))))';

/**
 * The query for latencies counted by bucket over a plan, as rows that add up by group, metric and status. Only facts
 * have facets, so a question with facets or a facet filter needs a plan of facts.
 */
export function countedLatencyQuery(
  question: FactsQuestion,
  metrics: readonly LatencyMetric[],
  plan: LayerPlan,
): BoundQuery {
  const rollups = ROLLUP_LAYERS.filter((layer) => plan[layer].length > 0);
  return {
    tag: 'insight.latency_counted',
    sql: [
      ...rollups.map((layer) => rollupSelect(layer, question, plan)),
      ...(plan.facts.length === 0 ? [] : [factSelect(question, metrics, plan)]),
    ].join('\nUNION ALL\n'),
    params: {
      ...layerParams(plan, question),
      ...(rollups.length > 0 && { metrics }),
    },
  };
}

function rollupSelect(layer: RollupLayer, question: FactsQuestion, plan: LayerPlan): string {
  const breadth = rollupBreadth(question);
  return select({
    layer,
    columns: groupColumns('period', question),
    metric: 'metric',
    slot: 'rollup.bucket',
    samples: 'sum(samples)',
    stale: 'groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64})',
    from: [`FROM ${rollupTable('latency', layer, breadth)} AS rollup`],
    where: rollupConditions(layer, 'metric IN {metrics:Array(String)}', plan, question, { breadth, side: 'included' }),
  });
}

function factSelect(question: FactsQuestion, metrics: readonly LatencyMetric[], plan: LayerPlan): string {
  const { columns, arrayJoin, selection, choices } = populationClauses('terminals', question, {
    timeBase: 'admitted_at',
    side: 'included',
    plan,
  });
  const samples = metrics.map((metric) => `('${metric}', ${SAMPLE_COLUMNS[metric]})`).join(', ');
  return select({
    layer: 'facts',
    columns,
    metric: `(arrayJoin(arrayFilter(each -> isNotNull(each.2), [${samples}])) AS sample).1`,
    slot: SLOT,
    samples: 'count()',
    stale: 'emptyArrayUInt32()',
    from: ['FROM request_terminals_v1', ...arrayJoin],
    where: [...selection, ...choices],
  });
}

/**
 * The inner query counts by bucket; the outer one returns one row for each status. A row for each bucket would be most
 * of the answer.
 */
function select(parts: {
  layer: Layer;
  columns: GroupColumns;
  metric: string;
  slot: string;
  samples: string;
  stale: string;
  from: readonly string[];
  where: readonly string[];
}): string {
  const { layer, columns } = parts;
  const names = ['purpose', 'bucket', 'member', 'value', 'unserved', 'metric', 'status'];
  return [
    'SELECT',
    `  '${layer}' AS layer,`,
    ...names.map((name) => `  ${name},`),
    '  groupArray(slot) AS slots,',
    '  groupArray(in_slot) AS counts,',
    '  arrayDistinct(arrayFlatten(groupArray(stale_periods))) AS stale',
    'FROM',
    '(',
    '  SELECT',
    ...columns.select.map((column) => `    ${column},`),
    `    ${parts.metric} AS metric,`,
    '    status,',
    `    ${parts.slot} AS slot,`,
    `    ${parts.samples} AS in_slot,`,
    `    ${parts.stale} AS stale_periods`,
    ...parts.from.map((line) => `  ${line.replaceAll('\n', '\n  ')}`),
    `  WHERE ${parts.where.join('\n    AND ')}`,
    `  GROUP BY ${[...columns.groupBy, 'metric', 'status', 'slot'].join(', ')}`,
    ')',
    `GROUP BY ${names.join(', ')}`,
  ].join('\n');
}
