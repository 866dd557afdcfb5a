import { toDimensionMember } from '../../../domain/insight/caller-dimensions.ts';
import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import { separatesExclusions, type Layer, type RollupLayer } from '../plan/layer-plan.ts';
import type { PopulationPart, TrafficRound } from '../plan/plan-traffic.ts';
import type { TrafficPopulation } from '../plan/traffic-populations.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { LayerRow } from './layer-row.ts';
import { excludedFlag } from './fact-conditions.ts';
import { choiceCondition, choiceConditions } from './choice-conditions.ts';
import { DIMENSION_DAYS, dimensionCondition } from './dimension-days.ts';
import { toSqlMember } from './dimension-expression.ts';
import { OTHER_VALUE_PREFIX, POPULATION_FACETS, shownCondition, type FacetJoin } from './facet-join.ts';
import { groupColumns, type GroupColumns, type LineRow } from './group-columns.ts';
import { layerParams, rollupConditions } from './layer-conditions.ts';
import { populationClauses } from './population-clauses.ts';
import { rollupTable } from './rollup-table.ts';

/** One row in the result of `trafficSumsQuery`: a line of groups with all of its buckets. */
export interface TrafficSumsRow extends LineRow, LayerRow {
  /**
   * The source of `figures`: one population of facts, or all of them in a rollup. If pending requests are computed by
   * subtraction, it is all requests of the rollup (`requests`), or the endings that are not chosen (`others`).
   */
  readonly source: TrafficPopulation['name'] | 'rollup' | 'requests' | 'others';
  /** True for facts that exclusions cover. */
  readonly excluded: boolean;
  /**
   * Integers, separated by spaces: for each bucket, its start in Unix seconds (0 without a grain) and its figures in
   * the order of the plan. They are one text because a row for each of thousands of buckets takes twice as long to
   * read.
   */
  readonly figures: string;
}

/**
 * The query for the additive sums over a round of a plan, as rows that add up by group and side of the exclusions. It
 * is one statement, so that an answer costs one round trip: planning a table costs more than reading its sums.
 */
export function trafficSumsQuery(question: FactsQuestion, round: TrafficRound): BoundQuery {
  const { rollups, rolledUp, populations, layers } = round;
  const sums = [
    ...rollups.map((layer) => rollupSelect(layer, question, round)),
    ...dimensionSelects(question, round),
    ...populations.map((part) => factSelect(part, question, round)),
  ].join('\nUNION ALL\n');
  return {
    tag: 'insight.sums',
    sql: question.grain === undefined ? sums : linesOf(sums),
    params: {
      ...layerParams(layers, question),
      ...(rollups.length > 0 && rolledUp.facets !== undefined && { rollup_facets: rolledUp.facets }),
      ...(question.grain !== undefined && { most_buckets: String(QUERY_LIMITS.query_budget_result_rows + 1) }),
    },
  };
}

/** Collects the buckets of each line in one row. */
function linesOf(sums: string): string {
  const line = ['layer', 'source', 'purpose', 'member', 'value', 'unserved', 'excluded'];
  return [
    'SELECT',
    ...line.map((column) => `  ${column},`),
    `  arrayStringConcat(groupArray(bucket_sums.figures), ' ') AS figures,`,
    '  groupUniqArrayArray(bucket_sums.stale) AS stale',
    `FROM\n(\n${sums}\n) AS bucket_sums`,
    `GROUP BY ${line.join(', ')}`,
  ].join('\n');
}

function rollupSelect(layer: RollupLayer, question: FactsQuestion, { rolledUp, layers }: TrafficRound): string {
  const [choice] = question.chosen;
  const { breadth } = rolledUp;
  const isChosen = choice && choiceCondition(['facet_value', 'rollup.unserved'], choice);
  const { arrayJoin, parts } = partsOfRollup(question, rolledUp.facets);
  return select({
    layer,
    source: choice?.pending ? `multiIf(facet = '', 'requests', ${isChosen}, 'rollup', 'others')` : 'rollup',
    question,
    columns: groupColumns('period', question, parts),
    excluded: separatesExclusions(layer) ? excludedFlag('period', question) : undefined,
    figures: rolledUp.figures.map((figure) => `sum(${figure})`),
    stale: 'groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64})',
    from: [`FROM ${rollupTable('traffic', layer, breadth)} AS rollup`, ...arrayJoin],
    where: [
      ...rollupConditions(
        layer,
        rolledUp.facets === undefined ? `facet = ''` : 'facet IN {rollup_facets:Array(String)}',
        layers,
        question,
        { breadth, side: 'both' },
      ),
      ...(isChosen === undefined || choice?.pending ? [] : [isChosen]),
    ],
  });
}

/**
 * One selection for each dimension, over the days of its values. The rows of the total have the facts without a value,
 * which this rollup does not contain.
 */
function dimensionSelects(question: FactsQuestion, { rollups, rolledUp, layers }: TrafficRound): string[] {
  const { dimensions: split, purposes } = question;
  if (split === undefined || !rollups.includes('days')) return [];
  return split.names.map((name) => {
    const member = toSqlMember(toDimensionMember(name));
    const isShown = shownCondition(name, 'rollup.value', purposes, split);
    return select({
      layer: 'days',
      source: 'rollup',
      question,
      columns: groupColumns('period', question, [
        `if(${isShown}, '${member}', '${OTHER_VALUE_PREFIX}${member}')`,
        `if(${isShown}, rollup.value, '')`,
        'false',
      ]),
      excluded: undefined,
      figures: rolledUp.figures.map((figure) => `sum(${figure})`),
      stale: 'groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64})',
      from: [`FROM ${DIMENSION_DAYS} AS rollup`],
      where: rollupConditions('days', dimensionCondition(name), layers, question, {
        breadth: 'environments',
        side: 'both',
      }),
    });
  });
}

/**
 * The groups of a rollup's rows. If a facet filters them, a row counts in its value and in the total.
 *
 * @param rows the facets of the rows that are read
 */
function partsOfRollup({ facets, chosen }: FactsQuestion, rows: readonly string[] | undefined): FacetJoin {
  const [choice] = chosen;
  const ofRelease = facets.includes('release') ? [`('release', toString(release_id), false)`] : [];
  const ofFacet = `(toString(facet), toString(facet_value), rollup.unserved)`;
  const parts = ['part.1', 'part.2', 'part.3'] as const;
  if (choice !== undefined) {
    // The member is a literal: the row of the total has none, and would count in the total twice.
    const value = `('${choice.member}', toString(facet_value), rollup.unserved)`;
    const ofChoice = facets.some((facet) => facet === choice.member) ? [value] : [];
    if (ofRelease.length + ofChoice.length === 0) return { arrayJoin: [] };
    const all = [`('', '', false)`, ...ofChoice, ...ofRelease];
    return { arrayJoin: [`ARRAY JOIN [\n  ${all.join(',\n  ')}\n] AS part`], parts };
  }
  if (ofRelease.length > 0) {
    const join = `ARRAY JOIN if(\n  facet = '',\n  [('', '', false), ${ofRelease.join()}],\n  [${ofFacet}]\n) AS part`;
    return { arrayJoin: [join], parts };
  }
  if (rows === undefined) return { arrayJoin: [] };
  return { arrayJoin: [], parts: ['facet', 'facet_value', 'rollup.unserved'] };
}

function factSelect(part: PopulationPart, question: FactsQuestion, { layers }: TrafficRound): string {
  const { name, table, timeBase, columns } = part.population;
  const {
    columns: groups,
    arrayJoin,
    selection,
    choices,
  } = populationClauses(name, question, {
    timeBase,
    side: 'both',
    plan: part.isReadWhole ? undefined : layers,
    chosen: part.chosen,
  });
  const endings = choiceConditions(POPULATION_FACETS[name], part.chosenEndings ?? []);
  return select({
    layer: 'facts',
    source: endings.length === 0 ? name : `if(${endings.join(' AND ')}, '${name}', 'others')`,
    question,
    columns: groups,
    excluded: excludedFlag(timeBase, question),
    figures: part.figures.map((figure) => columns[figure] ?? ''),
    stale: 'emptyArrayUInt32()',
    from: [`FROM ${table}`, ...arrayJoin],
    where: [...selection, ...choices],
  });
}

function select(parts: {
  layer: Layer;
  /** The name of a population, or an expression of it. */
  source: string;
  question: Pick<FactsQuestion, 'grain'>;
  columns: GroupColumns;
  excluded: string | undefined;
  figures: readonly string[];
  stale: string;
  from: readonly string[];
  where: readonly string[];
}): string {
  const isExpression = parts.source.includes('(');
  return [
    'SELECT',
    `  '${parts.layer}' AS layer,`,
    `  ${isExpression ? parts.source : `'${parts.source}'`} AS source,`,
    ...parts.columns.select.map((column) => `  ${column},`),
    `  ${parts.excluded ?? 'false'} AS excluded,`,
    `  concatWithSeparator(\n    ' ',\n    bucket,\n    ${parts.figures.join(',\n    ')}\n  ) AS figures,`,
    `  ${parts.stale} AS stale`,
    ...parts.from,
    `WHERE ${parts.where.join('\n  AND ')}`,
    `GROUP BY ${[...parts.columns.groupBy, ...(isExpression ? ['source'] : []), ...(parts.excluded === undefined ? [] : ['excluded'])].join(', ')}`,
    // The limit is one more than an answer may have, so that an excess is detected.
    ...(parts.question.grain === undefined ? [] : ['LIMIT {most_buckets:UInt32}']),
  ].join('\n');
}
