import { isDimensionMember, type DimensionMember } from './caller-dimensions.ts';
import type { FacetedPopulation } from './faceted-population.ts';
import { OUTCOME_VALUES } from './insight-sets.ts';

/** A dimension of facts, with all of its properties. */
interface DimensionRow {
  readonly name: string;
  /** True if its values form groups of an answer; absent if it only narrows figures. */
  readonly isFacet?: true;
  /** The name of the member that contains the value, in facts of requests. */
  readonly member: string;
  /** The filter on values; absent if figures cannot be narrowed by the dimension. */
  readonly filter?: {
    /** Present if facts without a value can be selected. */
    readonly unnamed?: true;
    /** Present if requests that no model served can be selected. */
    readonly unserved?: true;
    /** The closed set of values; absent if traffic determines the values. */
    readonly values?: readonly string[];
  };
  /** The group of requests that have not ended; absent if every fact of a request contains the value. */
  readonly pendingAs?: 'unserved' | 'unnamed' | 'pending_or_unknown';
  /** Present if rollups have rows for its values. */
  readonly isRolledUp?: true;
  /** Present if a drilldown to requests can follow its groups. */
  readonly isInRequestRows?: true;
  /** The populations that the dimension can split. */
  readonly splits: readonly FacetedPopulation[];
}

/** The populations that a dimension splits if every fact of traffic contains its value. */
const OF_TRAFFIC = [
  'requests',
  'attempts',
  'cost_effects',
  'unit_costs',
  'feedback',
  'team_runs',
  'protection',
  'read_context',
] as const satisfies readonly FacetedPopulation[];

/**
 * All dimensions of insight reads, in display order.
 *
 * Unit costs divide spend, which is attributed by attempt, by requests, which are attributed by their ending. With a
 * dimension of attempts, the cost of a fallback would be divided by the requests of another model. Runs and evaluations
 * do not contain the ending of their requests either.
 */
const INSIGHT_DIMENSIONS = [
  {
    name: 'final_model',
    isFacet: true,
    member: 'final_model',
    filter: { unserved: true },
    pendingAs: 'unserved',
    isRolledUp: true,
    isInRequestRows: true,
    splits: ['requests', 'attempts', 'cost_effects', 'read_context'],
  },
  {
    name: 'route',
    isFacet: true,
    member: 'route_id',
    filter: { unnamed: true, unserved: true },
    pendingAs: 'unserved',
    isRolledUp: true,
    splits: ['requests', 'attempts', 'cost_effects', 'feedback', 'read_context'],
  },
  {
    name: 'outcome',
    isFacet: true,
    member: 'status',
    filter: { values: OUTCOME_VALUES },
    pendingAs: 'pending_or_unknown',
    isRolledUp: true,
    isInRequestRows: true,
    splits: ['requests', 'read_context'],
  },
  {
    name: 'release',
    isFacet: true,
    member: 'release_id',
    isInRequestRows: true,
    splits: [...OF_TRAFFIC, 'release_markers'],
  },
  {
    name: 'connection',
    isFacet: true,
    member: 'connection_id',
    filter: { unnamed: true },
    pendingAs: 'unnamed',
    isRolledUp: true,
    isInRequestRows: true,
    splits: ['requests', 'attempts', 'cost_effects', 'read_context'],
  },
  {
    name: 'purpose',
    isFacet: true,
    member: 'purpose',
    isInRequestRows: true,
    splits: [...OF_TRAFFIC, 'release_markers'],
  },
  {
    name: 'input_size_bucket',
    isFacet: true,
    member: 'input_size_bucket',
    isRolledUp: true,
    splits: OF_TRAFFIC,
  },
  { name: 'team', member: 'team_id', filter: { unnamed: true }, splits: OF_TRAFFIC },
] as const satisfies readonly DimensionRow[];

type Row = (typeof INSIGHT_DIMENSIONS)[number];
/** The name of a dimension. */
export type Dimension = Row['name'];
/** A dimension whose values form groups of an answer. */
export type Facet = Extract<Row, { isFacet: true }>['name'];
/** A dimension by which figures can be narrowed. */
export type ChoiceMember = Extract<Row, { filter: object }>['name'];

/** The filter of a dimension. */
export type ChoiceFilter<Member extends ChoiceMember> = Extract<Row, { name: Member }>['filter'];

const ROWS: readonly (DimensionRow & { readonly name: Dimension })[] = INSIGHT_DIMENSIONS;

/** The facets in display order. */
export const FACETS: readonly Facet[] = INSIGHT_DIMENSIONS.flatMap((row) => ('isFacet' in row ? [row.name] : []));

/** The dimensions by which figures can be narrowed. */
export const CHOICE_MEMBERS: readonly ChoiceMember[] = INSIGHT_DIMENSIONS.flatMap((row) =>
  'filter' in row ? [row.name] : [],
);

const BY_NAME = Object.fromEntries(ROWS.map((row) => [row.name, row])) as Readonly<Record<Dimension, DimensionRow>>;

/** A member by which groups of an answer are formed. */
export type GroupMember = Facet | DimensionMember;

/** The properties of a dimension. Every fact of traffic contains the dimensions that callers state. */
export function dimensionOf(name: Dimension | DimensionMember): DimensionRow {
  return isDimensionMember(name) ? { name, member: name, splits: OF_TRAFFIC } : BY_NAME[name];
}

/** True if the dimension can split the population, or no dimension is given. */
export function isSplitBy(population: FacetedPopulation, name: Dimension | DimensionMember | undefined): boolean {
  return name === undefined || dimensionOf(name).splits.includes(population);
}

/** The dimensions that can split a population. */
export function listDimensions(population: FacetedPopulation): Dimension[] {
  return ROWS.filter(({ splits }) => splits.includes(population)).map(({ name }) => name);
}
