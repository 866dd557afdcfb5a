/**
 * A population of facts that dimensions split. `requests` are admissions and terminals, by the dimensions of the
 * request.
 */
export type FacetedPopulation =
  | 'requests'
  | 'attempts'
  | 'cost_effects'
  | 'unit_costs'
  | 'feedback'
  | 'team_runs'
  | 'protection'
  | 'release_markers'
  | 'read_context';
