import {
  isDimensionMember,
  toCallerDimension,
  toDimensionMember,
  type CallerDimension,
  type DimensionMember,
} from '../../../domain/insight/caller-dimensions.ts';
import { dimensionOf, listDimensions, type Dimension } from '../../../domain/insight/dimensions.ts';
import type { FacetedPopulation } from '../../../domain/insight/faceted-population.ts';
import type { FacetKey } from '../../../domain/insight/group-sums.ts';
import type { Purpose } from '../../../domain/insight/insight-sets.ts';
import type { DimensionSplit } from '../question/dimension-split.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { dimensionValue, toSqlMember } from './dimension-expression.ts';

/** The SQL expressions for value and `unserved` of a fact. */
export type FacetExpression = readonly [value: string, unserved: string];

/** Expressions by dimension. */
export type FacetExpressions = Readonly<Partial<Record<Dimension, FacetExpression>>>;

/** The facet expressions of terminals. A request without a final model was served by no route. */
const OF_ENDINGS: FacetExpressions = {
  final_model: ['toString(final_model)', `final_model = ''`],
  route: [`if(final_model = '', '', toString(route_id))`, `final_model = ''`],
};
/** The facet expressions of a single attempt. */
const OF_ATTEMPTS: FacetExpressions = { final_model: ['toString(provider_model)', 'false'] };

/**
 * The dimensions by which each population is split, with their expressions. `purpose` has no expression, because it is
 * a key of every group.
 */
export const POPULATION_FACETS = {
  /** The expressions of admissions. As for team runs, the end of the request is unknown. */
  admissions: expressionsOf('team_runs'),
  terminals: expressionsOf('requests', OF_ENDINGS),
  attempts: expressionsOf('attempts', OF_ATTEMPTS),
  effects: expressionsOf('cost_effects', OF_ATTEMPTS),
  verdicts: expressionsOf('feedback'),
  evaluations: expressionsOf('protection'),
} as const;

/** The facet expressions of a population: its column, unless another expression is given. */
function expressionsOf(population: FacetedPopulation, others: FacetExpressions = {}): FacetExpressions {
  const names = listDimensions(population).filter((name) => name !== 'purpose');
  return Object.fromEntries(
    names.map((name): [Dimension, FacetExpression] => [
      name,
      others[name] ?? [`toString(${dimensionOf(name).member})`, 'false'],
    ]),
  );
}

/**
 * The expressions of a member for the facts of a population; undefined if the member cannot split them. Every
 * population of traffic has the dimensions that callers state.
 */
export function facetExpression(
  population: FacetExpressions,
  member: Dimension | DimensionMember,
): FacetExpression | undefined {
  if (isDimensionMember(member)) return [dimensionValue(toCallerDimension(member)), 'false'];
  return population[member];
}

/** The split of a population by facets or dimensions. */
export interface FacetJoin {
  /**
   * The clause by which every fact counts once in the total and once under each requested facet or dimension that
   * splits its population.
   */
  readonly arrayJoin: readonly string[];
  /** The expressions of member, value and unserved; absent if only the total is requested. */
  readonly parts?: readonly [member: string, value: string, unserved: string];
}

/**
 * The split of a population by the facets or dimensions of a question. If only the top values have groups of their own,
 * all others count under `OTHER_VALUE_PREFIX` and the name of the facet.
 */
export function facetJoin(
  population: FacetExpressions,
  { facets, top, dimensions, purposes }: Pick<FactsQuestion, 'facets' | 'top' | 'dimensions' | 'purposes'>,
): FacetJoin {
  const ofFacets = facets.flatMap((facet) => {
    const [value, unserved] = population[facet] ?? [];
    if (value === undefined || unserved === undefined) return [];
    const part = `('${facet}', ${value}, ${unserved})`;
    if (top === undefined) return [part];
    const isTop = `concat(toString(purpose), if(${unserved}, ' unserved ', ' value '), ${value})`;
    return [`if(${isTop} IN {top_${facet}:Array(String)}, ${part}, ('${OTHER_VALUE_PREFIX}${facet}', '', false))`];
  });
  const ofDimensions = dimensions?.names.map((name) => dimensionPart(name, purposes, dimensions)) ?? [];
  const parts = [...ofFacets, ...ofDimensions];
  if (parts.length === 0) return { arrayJoin: [] };
  return {
    arrayJoin: [`ARRAY JOIN [\n  ('', '', false),\n  ${parts.join(',\n  ')}\n] AS part`],
    parts: ['part.1', 'part.2', 'part.3'],
  };
}

/** The prefix of the facet name for all other values. */
export const OTHER_VALUE_PREFIX = 'other ';

/** The part of a fact in a dimension: no value, a value with a group of its own, or one of all other values. */
function dimensionPart(name: CallerDimension, purposes: readonly Purpose[], split: DimensionSplit): string {
  const [member, value] = [toSqlMember(toDimensionMember(name)), dimensionValue(name)];
  return [
    `multiIf(${value} = ''`,
    `('${member}', '', false)`,
    shownCondition(name, value, purposes, split),
    `('${member}', ${value}, false)`,
    `('${OTHER_VALUE_PREFIX}${member}', '', false))`,
  ].join(', ');
}

/** The condition that a value of a dimension has a group of its own in the purpose of its fact. */
export function shownCondition(
  name: CallerDimension,
  value: string,
  purposes: readonly Purpose[],
  split: DimensionSplit,
): string {
  const ofPurposes = purposes
    .filter((purpose) => shownValues(name, purpose, split).length > 0)
    .map((purpose) => `(purpose = '${purpose}' AND ${value} IN {${shownParameter(name, purpose)}:Array(String)})`);
  return ofPurposes.length === 0 ? 'false' : ofPurposes.join(' OR ');
}

/** The values that `shownCondition` binds: a parameter for each purpose, because the length of one is limited. */
export function shownParams({
  purposes,
  dimensions: split,
}: Pick<FactsQuestion, 'purposes' | 'dimensions'>): BoundQuery['params'] {
  if (split === undefined) return {};
  return Object.fromEntries(
    split.names.flatMap((name) =>
      purposes
        .map((purpose) => [shownParameter(name, purpose), shownValues(name, purpose, split)] as const)
        .filter(([, values]) => values.length > 0),
    ),
  );
}

function shownValues(name: CallerDimension, purpose: Purpose, { shown = [] }: DimensionSplit): string[] {
  const member = toDimensionMember(name);
  return shown
    .filter((value) => value.purpose === purpose && value.facet.member === member)
    .map(({ facet }) => facet.value);
}

function shownParameter(name: CallerDimension, purpose: Purpose): string {
  return `shown_${toSqlMember(toDimensionMember(name))}_${purpose}`;
}

/** The values that `facetJoin` binds. */
export function topParams({ facets, top }: Pick<FactsQuestion, 'facets' | 'top'>): BoundQuery['params'] {
  if (top === undefined) return {};
  return Object.fromEntries(
    facets.map((facet) => [
      `top_${facet}`,
      top.filter((value) => value.facet.member === facet).map(({ purpose, facet: key }) => textOf(purpose, key)),
    ]),
  );
}

function textOf(purpose: Purpose, { member, value, unserved }: FacetKey): string {
  // Facts have `unknown`; the same group of an answer also contains the pending requests.
  const ofFacts = member === 'outcome' && value === 'pending_or_unknown' ? 'unknown' : value;
  return `${purpose} ${unserved ? 'unserved' : 'value'} ${ofFacts}`;
}
