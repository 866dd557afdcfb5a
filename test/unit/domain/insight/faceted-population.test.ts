import { describe, expect, it } from 'vitest';
import type { FacetedPopulation } from '../../../../domain/insight/faceted-population.ts';
import { isSplitBy, FACETS } from '../../../../domain/insight/dimensions.ts';

const OWN = ['release', 'purpose', 'input_size_bucket'];
const OF_ATTEMPTS = ['final_model', 'route', 'release', 'connection', 'purpose', 'input_size_bucket'];
const EVERY = ['final_model', 'route', 'outcome', 'release', 'connection', 'purpose', 'input_size_bucket'];

describe('the facets that split the facts of a population', () => {
  it.each<[string, FacetedPopulation, string[]]>([
    ['requests are split by all', 'requests', EVERY],
    ['attempts are not split by the ending of their request', 'attempts', OF_ATTEMPTS],
    ['costs are split like their attempts', 'cost_effects', OF_ATTEMPTS],
    ['a unit cost has no group in which attempts and requests differ', 'unit_costs', OWN],
    ['verdicts have the route of their request', 'feedback', ['route', ...OWN]],
    ['runs of teams have no ending of their requests', 'team_runs', OWN],
    ['evaluations have no ending of their requests', 'protection', OWN],
    ['markers have a release and a purpose', 'release_markers', ['release', 'purpose']],
    ['metrics of the read itself apply to every group', 'read_context', EVERY],
  ])('%s', (_sentence, population, members) => {
    expect(FACETS.filter((member) => isSplitBy(population, member)).sort()).toEqual([...members].sort());
    expect(isSplitBy(population, undefined)).toBe(true);
    expect(isSplitBy(population, 'team')).toBe(population !== 'release_markers');
  });
});
