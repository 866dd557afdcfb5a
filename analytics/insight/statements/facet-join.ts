import type { Dimension } from '../../../domain/insight/faceted-population.ts';
import type { FacetKey } from '../../../domain/insight/group-sums.ts';
import type { Purpose } from '../../../domain/insight/insight-sets.ts';
import type { FactsQuestion } from '../question/measured-facts.ts';
import type { BoundQuery } from '../question/bound-query.ts';

/** Value and `unserved` of a fact, as SQL expressions. */
export type FacetExpression = readonly [value: string, unserved: string];

/** By dimension. */
export type FacetExpressions = Readonly<Partial<Record<Dimension, FacetExpression>>>;

/** Dimensions that every population with its request's dimensions is split by. */
const OF_REQUESTS: FacetExpressions = {
  release: ['toString(release_id)', 'false'],
  input_size_bucket: ['toString(input_size_bucket)', 'false'],
  team: ['toString(team_id)', 'false'],
};

/** By which dimensions each population is split, and how. `purpose` is no facet of SQL: it is a key of every group. */
export const FACETS_OF = {
  admissions: OF_REQUESTS,
  terminals: {
    ...OF_REQUESTS,
    final_model: ['toString(final_model)', `final_model = ''`],
    route: [`if(final_model = '', '', toString(route_id))`, `final_model = ''`],
    outcome: ['toString(status)', 'false'],
    connection: ['toString(connection_id)', 'false'],
  },
  attempts: {
    ...OF_REQUESTS,
    final_model: ['toString(provider_model)', 'false'],
    route: ['toString(route_id)', 'false'],
    connection: ['toString(connection_id)', 'false'],
  },
  effects: {
    ...OF_REQUESTS,
    final_model: ['toString(provider_model)', 'false'],
    route: ['toString(route_id)', 'false'],
    connection: ['toString(connection_id)', 'false'],
  },
  verdicts: { ...OF_REQUESTS, route: ['toString(route_id)', 'false'] },
  evaluations: OF_REQUESTS,
} as const satisfies Readonly<Record<string, FacetExpressions>>;

/** How a population is told apart by facets. */
export interface FacetJoin {
  /** Lets every fact count once in the whole and once under each facet asked that splits its population. */
  readonly arrayJoin: readonly string[];
  /** Expressions of member, value and unserved; absent where only the whole is asked. */
  readonly parts?: readonly [member: string, value: string, unserved: string];
}

/**
 * How a population is told apart by the facets of a question. Where only the top values are, all others of a facet count
 * under `OTHER` and its member.
 */
export function facetJoin(
  population: FacetExpressions,
  { facets, top }: Pick<FactsQuestion, 'facets' | 'top'>,
): FacetJoin {
  const parts = facets.flatMap((facet) => {
    const [value, unserved] = population[facet] ?? [];
    if (value === undefined || unserved === undefined) return [];
    const part = `('${facet}', ${value}, ${unserved})`;
    if (top === undefined) return [part];
    const isTop = `concat(toString(purpose), if(${unserved}, ' unserved ', ' value '), ${value})`;
    return [`if(${isTop} IN {top_${facet}:Array(String)}, ${part}, ('${OTHER}${facet}', '', false))`];
  });
  if (parts.length === 0) return { arrayJoin: [] };
  return {
    arrayJoin: [`ARRAY JOIN [\n  ('', '', false),\n  ${parts.join(',\n  ')}\n] AS part`],
    parts: ['part.1', 'part.2', 'part.3'],
  };
}

/** What stands before the member of all values that are not told apart. */
export const OTHER = 'other ';

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
  // Facts say unknown; that group of an answer holds the pending requests too.
  const ofFacts = member === 'outcome' && value === 'pending_or_unknown' ? 'unknown' : value;
  return `${purpose} ${unserved ? 'unserved' : 'value'} ${ofFacts}`;
}
