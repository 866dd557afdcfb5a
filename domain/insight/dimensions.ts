import type { FacetedPopulation } from './faceted-population.ts';
import { OUTCOME_VALUES } from './insight-sets.ts';

/** A dimension of facts, with everything that depends on it. */
interface DimensionRow {
  readonly name: string;
  /** True if its values are groups of an answer. Absent: it only narrows figures. */
  readonly isFacet?: true;
  /** The member of a fact of its request that holds it. */
  readonly member: string;
  /** Present where figures may be narrowed to values of it. */
  readonly filter?: {
    /** Facts that name none may be chosen. */
    readonly unnamed?: true;
    /** Requests that no model served may be chosen. */
    readonly unserved?: true;
    /** The closed set of its values; absent if traffic names its values. */
    readonly values?: readonly string[];
  };
  /** The group that shows requests that have not ended. Absent where every fact of a request says the value itself. */
  readonly pendingAs?: 'unserved' | 'unnamed' | 'pending_or_unknown';
  /** The rollups keep rows of its values. */
  readonly isRolledUp?: true;
  /** A drilldown to requests can follow its groups. */
  readonly isInRequestRows?: true;
  /** The populations that it splits. */
  readonly splits: readonly FacetedPopulation[];
}

/** The dimensions that every fact of traffic has itself. */
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
 * Every dimension of insight reads, in the order in which they are shown. Unit costs divide spend, which goes by
 * attempt, by requests, which go by where they ended: under what an attempt went through, the cost of a fallback would
 * be divided by the requests of another model. A run and an evaluation belong to requests whose ending they do not
 * know.
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
/** A dimension whose values are groups of an answer. */
export type Facet = Extract<Row, { isFacet: true }>['name'];
/** A dimension that figures may be narrowed by. */
export type ChoiceMember = Extract<Row, { filter: object }>['name'];

/** The values of a dimension to which figures may be narrowed. */
export type ChoiceFilter<Member extends ChoiceMember> = Extract<Row, { name: Member }>['filter'];

const ROWS: readonly (DimensionRow & { readonly name: Dimension })[] = INSIGHT_DIMENSIONS;

/** The facets, in the order in which answers show them. */
export const FACETS: readonly Facet[] = INSIGHT_DIMENSIONS.flatMap((row) => ('isFacet' in row ? [row.name] : []));

/** The members by which the figures of an answer may be narrowed. */
export const CHOICE_MEMBERS: readonly ChoiceMember[] = INSIGHT_DIMENSIONS.flatMap((row) =>
  'filter' in row ? [row.name] : [],
);

const BY_NAME = Object.fromEntries(ROWS.map((row) => [row.name, row])) as Readonly<Record<Dimension, DimensionRow>>;

/** All that is particular to a dimension. */
export function dimensionOf(name: Dimension): DimensionRow {
  return BY_NAME[name];
}

/** True when the groups of the dimension can say something of the population; without one all of them can. */
export function isSplitBy(population: FacetedPopulation, name: Dimension | undefined): boolean {
  return name === undefined || BY_NAME[name].splits.includes(population);
}

/** The dimensions that tell the facts of a population apart. */
export function dimensionsOf(population: FacetedPopulation): Dimension[] {
  return ROWS.filter(({ splits }) => splits.includes(population)).map(({ name }) => name);
}
