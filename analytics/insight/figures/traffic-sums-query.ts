import { ADDITIVE_FIGURES, type AdditiveFigure, type AdditiveSums } from '../../../domain/insight/group-sums.ts';
import { TOKEN_KINDS, type Facet } from '../../../domain/insight/insight-sets.ts';
import { facetJoin, FACETS_OF, type FacetExpressions } from '../statements/facet-join.ts';
import { excludedFlag, factConditions, factParams, standingConditions } from '../statements/facts-filter.ts';
import { groupColumns, integer, type GroupColumns, type GroupRow } from '../statements/group-columns.ts';
import { layerParams, plannedFactConditions, rollupConditions } from '../statements/layer-conditions.ts';
import {
  ROLLUP_LAYERS,
  tellsExclusions,
  type Layer,
  type LayerPlan,
  type RollupLayer,
} from '../statements/layer-plan.ts';
import type { LayerRow } from '../statements/read-layers.ts';
import type { BoundQuery } from '../statements/bound-query.ts';
import type { FactsQuestion } from './measured-facts.ts';

/** One row of `trafficSumsQuery` as it comes over the wire. */
export interface TrafficRow extends GroupRow, LayerRow {
  /** What `figures` are of: one population of facts, or all of them in a rollup. */
  readonly source: Population['name'] | 'rollup';
  /** Facts that exclusions leave out. */
  readonly excluded: boolean;
  /** Integers with a space between, in the order of `figuresOf(source)`: one text costs half of what a list does to read. */
  readonly figures: string;
}

/** Facts of one table: the window they belong to, and the integers taken over them. */
interface Population {
  readonly name: 'admissions' | 'terminals' | 'attempts' | 'effects';
  readonly table: string;
  readonly timeBase: string;
  readonly facets: FacetExpressions;
  /** Conditions on which of the facts count at all. */
  readonly counting?: (question: FactsQuestion) => readonly string[];
  readonly figures: Readonly<Partial<Record<AdditiveFigure, string>>>;
}

/** Amounts are added in 128 bits, tokens below too: a sum of 64-bit integers wraps around in silence. */
const EFFECTS: Population = {
  name: 'effects',
  table: 'cost_effects_v1',
  timeBase: 'occurred_at',
  facets: FACETS_OF.effects,
  figures: {
    effects: 'count()',
    nanos: 'sum(toInt128(nanos))',
    settled_nanos: `sumIf(toInt128(nanos), effect_kind != 'adjustment')`,
    priced: 'sum(priced)',
    pending: 'sum(pending)',
    unpriced: 'sum(unpriced)',
    estimated: 'sum(estimated)',
    estimate_unknown: 'sum(estimate_unknown)',
    adjustments: 'sum(adjustments)',
  },
};

const POPULATIONS: readonly Population[] = [
  {
    name: 'admissions',
    table: 'request_admissions_v1',
    timeBase: 'admitted_at',
    facets: FACETS_OF.admissions,
    figures: { admitted: 'count()' },
  },
  {
    name: 'terminals',
    table: 'request_terminals_v1',
    timeBase: 'admitted_at',
    facets: FACETS_OF.terminals,
    counting: standingConditions,
    figures: {
      ended: 'count()',
      succeeded: `countIf(status = 'succeeded')`,
      refused: `countIf(status = 'refused')`,
      failed: `countIf(status = 'failed')`,
      cancelled: `countIf(status = 'cancelled')`,
      partial: `countIf(status = 'partial')`,
      served: `countIf(final_model != '')`,
      routed: `countIf(final_model != '' AND route_id != '')`,
      protection_observed: 'countIf(protection_observed)',
      response_samples: 'count(total_ms)',
      first_output_samples: 'count(first_output_ms)',
    },
  },
  {
    name: 'attempts',
    table: 'attempts_v1',
    timeBase: 'dispatched_at',
    facets: FACETS_OF.attempts,
    figures: {
      attempts: 'count()',
      measured: 'countIf(usage_known AND isNotNull(total_tokens))',
      total_tokens: 'sum(toInt128(ifNull(total_tokens, 0)))',
      input_measured: 'count(input_tokens)',
      input_tokens: 'sum(toInt128(ifNull(input_tokens, 0)))',
      output_measured: 'count(output_tokens)',
      output_tokens: 'sum(toInt128(ifNull(output_tokens, 0)))',
      cached_measured: 'count(cache_read_tokens)',
      cached_tokens: 'sum(toInt128(ifNull(cache_read_tokens, 0)))',
      reasoning_measured: 'count(reasoning_tokens)',
      reasoning_tokens: 'sum(toInt128(ifNull(reasoning_tokens, 0)))',
    },
  },
  EFFECTS,
];

/** What attempts alone tell: no rollup has tokens by kind. */
const BY_KIND: ReadonlySet<AdditiveFigure> = new Set(
  TOKEN_KINDS.flatMap((kind) => [`${kind}_measured`, `${kind}_tokens`] as const),
);

/** What effects cost; that there are effects is no money. */
const MONEY: ReadonlySet<AdditiveFigure> = new Set(
  ADDITIVE_FIGURES.filter((figure) => figure !== 'effects' && EFFECTS.figures[figure] !== undefined),
);

/** Facets whose sums the rollups keep in rows of their own. A release is a key of the rows of the whole. */
const ROLLED_UP: ReadonlySet<Facet> = new Set(['final_model', 'route', 'outcome', 'connection', 'input_size_bucket']);

const ROLLUP_TABLES: Readonly<Record<RollupLayer, string>> = {
  months: 'traffic_by_month_v1',
  days: 'traffic_by_day_v1',
  hours: 'traffic_by_hour_v1',
};

/**
 * The additive sums over a plan, as rows that add up by group and side of the exclusions. One statement, so that an
 * answer costs one round trip: planning a table costs more than reading its sums. A population whose figures no rollup has
 * is read from the facts of the whole window, whatever the plan, in the first round alone.
 */
export function trafficSumsQuery(question: FactsQuestion, plan: LayerPlan, round: 'first' | 'later'): BoundQuery {
  const rollups = ROLLUP_LAYERS.filter((layer) => plan[layer].length > 0);
  const fromFacts = POPULATIONS.filter((population) =>
    isReadWhole(population, question) ? round === 'first' : plan.facts.length > 0,
  );
  const facets = question.facets.filter((facet) => ROLLED_UP.has(facet));
  return {
    tag: 'insight.sums',
    sql: [
      ...rollups.map((layer) => rollupSelect(layer, question, facets, plan)),
      ...fromFacts.map((population) => factSelect(population, question, plan)),
    ].join('\nUNION ALL\n'),
    params: {
      ...factParams(question),
      ...layerParams(plan, question),
      ...(rollups.length > 0 && facets.length > 0 && { rollup_facets: ['', ...facets] }),
    },
  };
}

function isReadWhole({ name }: Population, { tokenKinds }: Pick<FactsQuestion, 'tokenKinds'>): boolean {
  return tokenKinds && name === 'attempts';
}

/** How the sums of a group grow by the figures of one of its rows. */
export function figureAdder(question: FactsQuestion): (sums: AdditiveSums, row: TrafficRow) => AdditiveSums {
  const sources = ['rollup', ...POPULATIONS.map(({ name }) => name)] as const;
  const held = new Map(sources.map((source) => [source, figuresOf(source, question)]));
  return (sums, row) => {
    const total: Record<AdditiveFigure, bigint> = { ...sums };
    const figures = row.figures.split(' ');
    for (const [index, figure] of (held.get(row.source) ?? []).entries()) {
      const text = figures[index] ?? '';
      // Most figures of most rows.
      if (text !== '0') total[figure] += integer(text);
    }
    return total;
  };
}

function figuresOf(source: TrafficRow['source'], question: FactsQuestion): AdditiveFigure[] {
  const populations = POPULATIONS.filter((population) =>
    source === 'rollup' ? !isReadWhole(population, question) : population.name === source,
  );
  return ADDITIVE_FIGURES.filter(
    (figure) =>
      populations.some(({ figures }) => figures[figure] !== undefined) &&
      (question.money || !MONEY.has(figure)) &&
      (question.tokenKinds || !BY_KIND.has(figure)),
  );
}

function rollupSelect(layer: RollupLayer, question: FactsQuestion, facets: readonly Facet[], plan: LayerPlan): string {
  const byRelease = question.facets.includes('release');
  const columns = groupColumns('period', question.grain, partsOfRollup(byRelease, facets));
  return select({
    layer,
    source: 'rollup',
    columns,
    excluded: tellsExclusions(layer) ? excludedFlag('period', question) : undefined,
    figures: figuresOf('rollup', question).map((figure) => `sum(${figure})`),
    stale: 'groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64})',
    from: [
      `FROM ${ROLLUP_TABLES[layer]} AS rollup`,
      ...(byRelease
        ? [
            `ARRAY JOIN if(\n  facet = '',\n  [('', '', false), ('release', toString(release_id), false)],\n  [(toString(facet), toString(facet_value), rollup.unserved)]\n) AS part`,
          ]
        : []),
    ],
    where: rollupConditions(
      layer,
      facets.length === 0 ? `facet = ''` : 'facet IN {rollup_facets:Array(String)}',
      plan,
      question,
      'both',
    ),
  });
}

function partsOfRollup(byRelease: boolean, facets: readonly Facet[]): [string, string, string] | undefined {
  if (byRelease) return ['part.1', 'part.2', 'part.3'];
  return facets.length === 0 ? undefined : ['facet', 'facet_value', 'rollup.unserved'];
}

function factSelect(population: Population, question: FactsQuestion, plan: LayerPlan): string {
  const { arrayJoin, parts } = facetJoin(population.facets, question.facets);
  const { timeBase, counting, figures } = population;
  return select({
    layer: 'facts',
    source: population.name,
    columns: groupColumns(timeBase, question.grain, parts),
    excluded: excludedFlag(timeBase, question),
    figures: figuresOf(population.name, question).map((figure) => figures[figure] ?? ''),
    stale: 'emptyArrayUInt32()',
    from: [`FROM ${population.table}`, ...arrayJoin],
    where: [
      ...(isReadWhole(population, question)
        ? factConditions(timeBase, question, 'both')
        : plannedFactConditions(timeBase, plan, question, 'both')),
      ...(counting?.(question) ?? []),
    ],
  });
}

function select(parts: {
  layer: Layer;
  source: TrafficRow['source'];
  columns: GroupColumns;
  excluded: string | undefined;
  figures: readonly string[];
  stale: string;
  from: readonly string[];
  where: readonly string[];
}): string {
  return [
    'SELECT',
    `  '${parts.layer}' AS layer,`,
    `  '${parts.source}' AS source,`,
    ...parts.columns.select.map((column) => `  ${column},`),
    `  ${parts.excluded ?? 'false'} AS excluded,`,
    `  arrayStringConcat([\n    ${parts.figures.map((figure) => `toInt128(${figure})`).join(',\n    ')}\n  ], ' ') AS figures,`,
    `  ${parts.stale} AS stale`,
    ...parts.from,
    `WHERE ${parts.where.join('\n  AND ')}`,
    `GROUP BY ${[...parts.columns.groupBy, ...(parts.excluded === undefined ? [] : ['excluded'])].join(', ')}`,
  ].join('\n');
}
