import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import { NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import { sumsAt, sumsOf, type FigurePlaces } from '../../../domain/insight/figure-sums.ts';
import { ADDITIVE_FIGURES, type AdditiveFigure, type AdditiveSums } from '../../../domain/insight/group-sums.ts';
import { holdsPending, ofEndings, ofRequests } from '../../../domain/insight/group-choice.ts';
import { dimensionOf } from '../../../domain/insight/dimensions.ts';
import { choiceCondition, choiceConditions, isToldApart } from '../statements/choice-conditions.ts';
import { facetJoin, FACETS_OF, type FacetJoin } from '../statements/facet-join.ts';
import { excludedFlag, factConditions } from '../question/facts-filter.ts';
import { groupColumns, integers, type GroupColumns, type LineRow } from '../statements/group-columns.ts';
import { layerParams, plannedFactConditions, rollupConditions } from '../statements/layer-conditions.ts';
import {
  ROLLUP_LAYERS,
  tellsExclusions,
  type Layer,
  type LayerPlan,
  type RollupLayer,
} from '../statements/layer-plan.ts';
import { overBudget } from '../statements/over-budget.ts';
import type { LayerRow } from '../statements/read-layers.ts';
import type { BoundQuery } from '../question/bound-query.ts';
import { breadthOf, rollupTable } from '../statements/rollup-tables.ts';
import { questionParams } from '../statements/question-params.ts';
import type { FactsQuestion } from '../question/measured-facts.ts';
import { BY_KIND, POPULATIONS, type Population } from './traffic-populations.ts';

/** One row of `trafficSumsQuery` as it comes over the wire: a line of groups with all of its buckets. */
export interface TrafficRow extends LineRow, LayerRow {
  /**
   * What `figures` are of: one population of facts, or all of them in a rollup. Where requests that have not ended are chosen
   * by how the others ended: the requests of the rollup whatever came of them (`requests`), and endings that are not chosen,
   * which are none of these (`others`).
   */
  readonly source: Population['name'] | 'rollup' | 'requests' | 'others';
  /** Facts that exclusions leave out. */
  readonly excluded: boolean;
  /**
   * Integers with a space between: of each bucket its start in Unix seconds, 0 without a grain, and its figures in the order of
   * `figuresOf(source)`. One text, because a row for each of thousands of buckets takes twice as long to read.
   */
  readonly figures: string;
}

/** What a row adds to the groups of one bucket. */
export interface BucketSums {
  /** Its start in Unix seconds; 0 without a grain. */
  readonly bucket: number;
  readonly sums: AdditiveSums;
}

/**
 * The additive sums over a plan, as rows that add up by group and side of the exclusions. One statement, so that an
 * answer costs one round trip: planning a table costs more than reading its sums. A population whose figures no rollup has
 * is read from the facts of the whole window, whatever the plan, in the first round alone.
 */
export function trafficSumsQuery(question: FactsQuestion, plan: LayerPlan, round: 'first' | 'later'): BoundQuery {
  const rollups = ROLLUP_LAYERS.filter((layer) => plan[layer].length > 0);
  const fromFacts = POPULATIONS.filter(
    (population) =>
      isChosenFrom(population, question) &&
      (isReadWhole(population, question) ? round === 'first' : plan.facts.length > 0),
  );
  const facets = rolledUpFacets(question);
  const sums = [
    ...rollups.map((layer) => rollupSelect(layer, question, plan)),
    ...fromFacts.map((population) => factSelect(population, question, plan)),
  ].join('\nUNION ALL\n');
  return {
    tag: 'insight.sums',
    sql: question.grain === undefined ? sums : linesOf(sums),
    params: {
      ...questionParams(question),
      ...layerParams(plan, question),
      ...(rollups.length > 0 && facets !== undefined && { rollup_facets: facets }),
      ...(question.grain !== undefined && { most_buckets: String(QUERY_LIMITS.query_budget_result_rows + 1) }),
    },
  };
}

/** The buckets of each line in one row. */
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

/**
 * True where rollups hold what a question is narrowed to. Their facets stand beside each other and are not crossed: of one
 * facet's values they tell the releases, and nothing else.
 */
export function isRolledUp({ chosen, facets }: Pick<FactsQuestion, 'chosen' | 'facets'>): boolean {
  const [choice, second] = chosen;
  if (choice === undefined) return true;
  if (second !== undefined || !dimensionOf(choice.member).isRolledUp) return false;
  return facets.every((facet) => [choice.member, 'release', 'purpose'].includes(facet));
}

/**
 * The facets of the rows of a rollup that are read, the empty one for the whole; absent where that is all. A release is a key of
 * the rows of the whole.
 */
function rolledUpFacets({ chosen: [choice], facets }: FactsQuestion): string[] | undefined {
  if (choice !== undefined) return choice.pending ? ['', choice.member] : [choice.member];
  const asked = facets.filter((facet) => dimensionOf(facet).isRolledUp);
  return asked.length === 0 ? undefined : ['', ...asked];
}

/** Admissions do not know how their request ends: they are read where that is not asked, or those without an end are chosen. */
function isChosenFrom({ name, facets }: Population, { chosen }: FactsQuestion): boolean {
  return name === 'admissions' ? holdsPending(chosen) : isToldApart(facets, chosen);
}

function isReadWhole({ name }: Population, { figures }: Pick<FactsQuestion, 'figures'>): boolean {
  return name === 'attempts' && [...BY_KIND].some((figure) => figures.has(figure));
}

/**
 * Reads what each row of a question adds to the sums of its groups, bucket by bucket. A bucket without any figure is left out.
 *
 * @throws Refusal `budget_exceeded` from the row on with which there are more buckets than a question may have
 */
export function figureReader(question: FactsQuestion): (row: TrafficRow) => BucketSums[] {
  const sources = ['rollup', ...POPULATIONS.map(({ name }) => name)] as const;
  const forms = new Map<string, BucketForm>(sources.map((source) => [source, bucketForm(figuresOf(source, question))]));
  let seen = 0;
  return (row) => {
    const isOfRequests = row.source === 'requests' || row.source === 'others';
    const form = forms.get(isOfRequests ? (row.layer === 'facts' ? 'terminals' : 'rollup') : row.source);
    const { size, places } = form ?? bucketForm([]);
    const read = integers(row.figures);
    if (read.length % size !== 0)
      throw new DefectError(`ClickHouse answered ${read.length} figures of ${row.source} where ${size} are a bucket.`);
    seen += read.length / size;
    if (seen > QUERY_LIMITS.query_budget_result_rows) throw overBudget();
    const buckets: BucketSums[] = [];
    for (let start = 0; start < read.length; start += size) {
      // What rollups hold of endings whose place was taken comes to nothing.
      if (isNothing(read, start + 1, start + size)) continue;
      const bucket = Number(read[start]);
      // The place of every figure that is not read.
      read[start] = 0n;
      const sums = sumsAt(places, read, start);
      buckets.push({ bucket, sums: isOfRequests ? requestsAlone(row, sums) : sums });
    }
    return buckets;
  };
}

/** How the integers of a bucket stand: its start, and behind it its figures. What is not read has the place of the start. */
interface BucketForm {
  readonly size: number;
  readonly places: FigurePlaces;
}

function bucketForm(figures: readonly AdditiveFigure[]): BucketForm {
  return { size: figures.length + 1, places: sumsOf((figure) => figures.indexOf(figure) + 1) };
}

function requestsAlone({ source }: TrafficRow, { admitted, ended }: AdditiveSums): AdditiveSums {
  return { ...NO_SUMS, admitted: source === 'requests' ? admitted : -ended };
}

function isNothing(figures: readonly bigint[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (figures[at] !== 0n) return false;
  return true;
}

/**
 * True for a row of requests by a facet that tells how they ended. What is chosen of them has no place there: it is what
 * the groups of such a facet lack to the whole.
 */
export function isOfNoGroup({ source, member }: TrafficRow): boolean {
  if (source !== 'requests' && source !== 'others') return false;
  return member !== '' && !Object.hasOwn(FACETS_OF.admissions, member);
}

function figuresOf(source: 'rollup' | Population['name'], question: FactsQuestion): AdditiveFigure[] {
  const populations = POPULATIONS.filter((population) =>
    source === 'rollup' ? !isReadWhole(population, question) : population.name === source,
  );
  return ADDITIVE_FIGURES.filter(
    (figure) => question.figures.has(figure) && populations.some(({ figures }) => figures[figure] !== undefined),
  );
}

function rollupSelect(layer: RollupLayer, question: FactsQuestion, plan: LayerPlan): string {
  const [choice] = question.chosen;
  const breadth = breadthOf(question);
  const isChosen = choice && choiceCondition(['facet_value', 'rollup.unserved'], choice);
  const { arrayJoin, parts } = partsOfRollup(question);
  return select({
    layer,
    source: choice?.pending ? `multiIf(facet = '', 'requests', ${isChosen}, 'rollup', 'others')` : 'rollup',
    question,
    columns: groupColumns('period', question, parts),
    excluded: tellsExclusions(layer) ? excludedFlag('period', question) : undefined,
    figures: figuresOf('rollup', question).map((figure) => `sum(${figure})`),
    stale: 'groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64})',
    from: [`FROM ${rollupTable('traffic', layer, breadth)} AS rollup`, ...arrayJoin],
    where: [
      ...rollupConditions(
        layer,
        rolledUpFacets(question) === undefined ? `facet = ''` : 'facet IN {rollup_facets:Array(String)}',
        plan,
        question,
        { breadth, side: 'both' },
      ),
      ...(isChosen === undefined || choice?.pending ? [] : [isChosen]),
    ],
  });
}

/** How the rows of a rollup are told apart. Where they are narrowed to one facet, a row counts in its value and in the whole. */
function partsOfRollup(question: FactsQuestion): FacetJoin {
  const { facets, chosen } = question;
  const [choice] = chosen;
  const ofRelease = facets.includes('release') ? [`('release', toString(release_id), false)`] : [];
  const ofFacet = `(toString(facet), toString(facet_value), rollup.unserved)`;
  const parts = ['part.1', 'part.2', 'part.3'] as const;
  if (choice !== undefined) {
    // The member is named: the row of the whole has none, and would count in the whole twice.
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
  if (rolledUpFacets(question) === undefined) return { arrayJoin: [] };
  return { arrayJoin: [], parts: ['facet', 'facet_value', 'rollup.unserved'] };
}

function factSelect(population: Population, question: FactsQuestion, plan: LayerPlan): string {
  const { arrayJoin, parts } = facetJoin(population.facets, question);
  const { name, timeBase, counting, figures } = population;
  const { source, conditions } = chosenFacts(population, question);
  return select({
    layer: 'facts',
    source,
    question,
    columns: groupColumns(timeBase, question, parts),
    excluded: excludedFlag(timeBase, question),
    figures: figuresOf(name, question).map((figure) => figures[figure] ?? ''),
    stale: 'emptyArrayUInt32()',
    from: [`FROM ${population.table}`, ...arrayJoin],
    where: [
      ...(isReadWhole(population, question)
        ? factConditions(timeBase, question, 'both')
        : plannedFactConditions(timeBase, plan, question, 'both')),
      ...(counting?.(question) ?? []),
      ...conditions,
    ],
  });
}

/** Endings that are not chosen are read as well where the requests beside them that have not ended are. */
function chosenFacts(
  { name, facets }: Population,
  { chosen }: FactsQuestion,
): { source: string; conditions: string[] } {
  const ending = choiceConditions(facets, ofEndings(chosen));
  if (name !== 'terminals' || ending.length === 0 || !holdsPending(chosen))
    return { source: name, conditions: choiceConditions(facets, chosen) };
  return {
    source: `if(${ending.join(' AND ')}, 'terminals', 'others')`,
    conditions: choiceConditions(facets, ofRequests(chosen)),
  };
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
    // One more than an answer may be made of, so that what is too much is known.
    ...(parts.question.grain === undefined ? [] : ['LIMIT {most_buckets:UInt32}']),
  ].join('\n');
}
