import { FACETS, type Facet } from './insight-sets.ts';

/** What facts are told apart by: the facets, and the team, which figures are narrowed by alone. */
export type Dimension = Facet | 'team';

/** What every fact of traffic carries in itself. */
const OWN_DIMENSIONS = ['release', 'purpose', 'input_size_bucket', 'team'] as const satisfies readonly Dimension[];
/** What a single attempt, and its cost, went through. */
const OF_ATTEMPTS = ['final_model', 'route', 'connection', ...OWN_DIMENSIONS] as const satisfies readonly Dimension[];
const EVERY = [...FACETS, 'team'] as const satisfies readonly Dimension[];

/**
 * The dimensions that tell the facts of a population apart. Unit costs divide spend, which goes by attempt, by requests,
 * which go by where they ended: under what an attempt went through, the cost of a fallback would be divided by the
 * requests of another model. A run and an evaluation belong to requests whose ending they do not know.
 */
const SPLITS = {
  requests: EVERY,
  attempts: OF_ATTEMPTS,
  cost_effects: OF_ATTEMPTS,
  unit_costs: OWN_DIMENSIONS,
  feedback: ['route', ...OWN_DIMENSIONS],
  team_runs: OWN_DIMENSIONS,
  protection: OWN_DIMENSIONS,
  release_markers: ['release', 'purpose'],
  read_context: EVERY,
} as const satisfies Record<string, readonly Dimension[]>;

/** A population as facets see it. */
export type FacetedPopulation = keyof typeof SPLITS;

/** True when the groups of the dimension can say something of the population; without one all of them can. */
export function isSplitBy(population: FacetedPopulation, member: Dimension | undefined): boolean {
  return member === undefined || (SPLITS[population] as readonly Dimension[]).includes(member);
}
