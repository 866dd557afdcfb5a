import { DefectError } from '../../../domain/kernel/errors.ts';
import { NO_SUMS, sumsOf } from '../../../domain/insight/additive-sums.ts';
import { ADDITIVE_FIGURES, type AdditiveFigure, type AdditiveSums } from '../../../domain/insight/group-sums.ts';
import { holdsPending, ofEndings, ofRequests } from '../../../domain/insight/group-choice.ts';
import type { Facet } from '../../../domain/insight/insight-sets.ts';
import { choiceCondition, choiceConditions, isToldApart } from '../statements/choice-conditions.ts';
import { facetJoin, FACETS_OF, type FacetJoin } from '../statements/facet-join.ts';
import { excludedFlag, factConditions } from '../statements/facts-filter.ts';
import { groupColumns, integers, type GroupColumns, type GroupRow } from '../statements/group-columns.ts';
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
import { questionParams } from '../statements/question-params.ts';
import type { FactsQuestion } from './measured-facts.ts';
import { BY_KIND, POPULATIONS, type Population } from './traffic-populations.ts';

/** One row of `trafficSumsQuery` as it comes over the wire. */
export interface TrafficRow extends GroupRow, LayerRow {
  /**
   * What `figures` are of: one population of facts, or all of them in a rollup. Where requests that have not ended are chosen
   * by how the others ended: the requests of the rollup whatever came of them (`requests`), and endings that are not chosen,
   * which are none of these (`others`).
   */
  readonly source: Population['name'] | 'rollup' | 'requests' | 'others';
  /** Facts that exclusions leave out. */
  readonly excluded: boolean;
  /** Integers with a space between, in the order of `figuresOf(source)`: one text costs half of what a list does to read. */
  readonly figures: string;
}

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
  const fromFacts = POPULATIONS.filter(
    (population) =>
      isChosenFrom(population, question) &&
      (isReadWhole(population, question) ? round === 'first' : plan.facts.length > 0),
  );
  const facets = rolledUpFacets(question);
  return {
    tag: 'insight.sums',
    sql: [
      ...rollups.map((layer) => rollupSelect(layer, question, plan)),
      ...fromFacts.map((population) => factSelect(population, question, plan)),
    ].join('\nUNION ALL\n'),
    params: {
      ...questionParams(question),
      ...layerParams(plan, question),
      ...(rollups.length > 0 && facets !== undefined && { rollup_facets: facets }),
    },
  };
}

/**
 * True where rollups hold what a question is narrowed to. Their facets stand beside each other and are not crossed: of one
 * facet's values they tell the releases, and nothing else.
 */
export function isRolledUp({ chosen, facets }: Pick<FactsQuestion, 'chosen' | 'facets'>): boolean {
  const [choice, second] = chosen;
  if (choice === undefined) return true;
  if (second !== undefined || choice.member === 'team') return false;
  return facets.every((facet) => [choice.member, 'release', 'purpose'].includes(facet));
}

/** The facets of the rows of a rollup that are read, the empty one for the whole; absent where that is all. */
function rolledUpFacets({ chosen: [choice], facets }: FactsQuestion): string[] | undefined {
  if (choice !== undefined) return choice.pending ? ['', choice.member] : [choice.member];
  const asked = facets.filter((facet) => ROLLED_UP.has(facet));
  return asked.length === 0 ? undefined : ['', ...asked];
}

/** Admissions do not know how their request ends: they are read where that is not asked, or those without an end are chosen. */
function isChosenFrom({ name, facets }: Population, { chosen }: FactsQuestion): boolean {
  return name === 'admissions' ? holdsPending(chosen) : isToldApart(facets, chosen);
}

function isReadWhole({ name }: Population, { figures }: Pick<FactsQuestion, 'figures'>): boolean {
  return name === 'attempts' && [...BY_KIND].some((figure) => figures.has(figure));
}

/** Reads what a row adds to the sums of its groups. */
export function figureReader(question: FactsQuestion): (row: TrafficRow) => AdditiveSums {
  const sources = ['rollup', ...POPULATIONS.map(({ name }) => name)] as const;
  const places = new Map<string, ReadonlyMap<AdditiveFigure, number>>(
    sources.map((source) => [source, new Map(figuresOf(source, question).map((figure, place) => [figure, place]))]),
  );
  const read = (source: string, { figures }: TrafficRow): ((figure: AdditiveFigure) => bigint) => {
    const held = places.get(source);
    const sums = integers(figures);
    if (sums.length !== held?.size)
      throw new DefectError(
        `ClickHouse answered ${sums.length} figures of ${source} where ${held?.size ?? 0} are due.`,
      );
    return (figure) => sums[held.get(figure) ?? -1] ?? 0n;
  };
  return (row) => {
    if (row.source !== 'requests' && row.source !== 'others') return sumsOf(read(row.source, row));
    const sum = read(row.layer === 'facts' ? 'terminals' : 'rollup', row);
    return { ...NO_SUMS, admitted: row.source === 'requests' ? sum('admitted') : -sum('ended') };
  };
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
  const isChosen = choice && choiceCondition(['facet_value', 'rollup.unserved'], choice);
  const { arrayJoin, parts } = partsOfRollup(question);
  return select({
    layer,
    source: choice?.pending ? `multiIf(facet = '', 'requests', ${isChosen}, 'rollup', 'others')` : 'rollup',
    columns: groupColumns('period', question, parts),
    excluded: tellsExclusions(layer) ? excludedFlag('period', question) : undefined,
    figures: figuresOf('rollup', question).map((figure) => `sum(${figure})`),
    stale: 'groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64})',
    from: [`FROM ${ROLLUP_TABLES[layer]} AS rollup`, ...arrayJoin],
    where: [
      ...rollupConditions(
        layer,
        rolledUpFacets(question) === undefined ? `facet = ''` : 'facet IN {rollup_facets:Array(String)}',
        plan,
        question,
        'both',
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
    `  concatWithSeparator(\n    ' ',\n    ${parts.figures.join(',\n    ')}\n  ) AS figures,`,
    `  ${parts.stale} AS stale`,
    ...parts.from,
    `WHERE ${parts.where.join('\n  AND ')}`,
    `GROUP BY ${[...parts.columns.groupBy, ...(isExpression ? ['source'] : []), ...(parts.excluded === undefined ? [] : ['excluded'])].join(', ')}`,
  ].join('\n');
}
