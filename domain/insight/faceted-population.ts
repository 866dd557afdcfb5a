import { FACETS, type Facet } from './insight-sets.ts';

/** Facets that every fact of traffic carries in itself. */
const OWN_DIMENSIONS = ['release', 'purpose', 'input_size_bucket'] as const satisfies readonly Facet[];
/** What a single attempt, and its cost, went through. */
const OF_ATTEMPTS = ['final_model', 'route', 'connection', ...OWN_DIMENSIONS] as const satisfies readonly Facet[];

/**
 * The facets that tell the facts of a population apart. Unit costs divide spend, which goes by attempt, by requests,
 * which go by where they ended: under what an attempt went through, the cost of a fallback would be divided by the
 * requests of another model. A run and an evaluation belong to requests whose ending they do not know.
 */
const SPLITS = {
  requests: FACETS,
  attempts: OF_ATTEMPTS,
  cost_effects: OF_ATTEMPTS,
  unit_costs: OWN_DIMENSIONS,
  feedback: ['route', ...OWN_DIMENSIONS],
  team_runs: OWN_DIMENSIONS,
  protection: OWN_DIMENSIONS,
  release_markers: ['release', 'purpose'],
  read_context: FACETS,
} as const satisfies Record<string, readonly Facet[]>;

/** A population as facets see it. */
export type FacetedPopulation = keyof typeof SPLITS;

/** True when the groups of the facet can say something of the population; without a facet all of them can. */
export function isSplitBy(population: FacetedPopulation, member: Facet | undefined): boolean {
  return member === undefined || (SPLITS[population] as readonly Facet[]).includes(member);
}
