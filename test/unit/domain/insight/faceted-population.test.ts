import { describe, expect, it } from 'vitest';
import type { FacetedPopulation } from '../../../../domain/insight/faceted-population.ts';
import { isSplitBy, FACETS } from '../../../../domain/insight/dimensions.ts';

const OWN = ['release', 'purpose', 'input_size_bucket'];
const OF_ATTEMPTS = ['final_model', 'route', 'release', 'connection', 'purpose', 'input_size_bucket'];
const EVERY = ['final_model', 'route', 'outcome', 'release', 'connection', 'purpose', 'input_size_bucket'];

describe('the facets that tell the facts of a population apart', () => {
  it.each<[string, FacetedPopulation, string[]]>([
    ['requests are told apart by all', 'requests', EVERY],
    ['attempts are not by how their request ended', 'attempts', OF_ATTEMPTS],
    ['costs go as their attempts', 'cost_effects', OF_ATTEMPTS],
    ['a unit cost has no group in which attempts and requests differ', 'unit_costs', OWN],
    ['verdicts have the route of their request', 'feedback', ['route', ...OWN]],
    ['runs of teams do not know how their requests ended', 'team_runs', OWN],
    ['evaluations do not know how their requests ended', 'protection', OWN],
    ['markers have a release and a purpose', 'release_markers', ['release', 'purpose']],
    ['what is said of the reading itself holds for every group', 'read_context', EVERY],
  ])('%s', (_sentence, population, members) => {
    expect(FACETS.filter((member) => isSplitBy(population, member)).sort()).toEqual([...members].sort());
    expect(isSplitBy(population, undefined)).toBe(true);
    expect(isSplitBy(population, 'team')).toBe(population !== 'release_markers');
  });
});
