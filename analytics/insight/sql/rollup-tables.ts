import type { FactsQuestion } from '../question/measured-facts.ts';
import type { RollupLayer } from '../plan/layer-plan.ts';

/** What the rows of a rollup are told apart by: environment and release, or neither. */
export type RollupBreadth = 'environments' | 'workspace';

const TABLES = {
  traffic: {
    environments: { months: 'traffic_by_month_v1', days: 'traffic_by_day_v1', hours: 'traffic_by_hour_v1' },
    workspace: {
      months: 'workspace_traffic_by_month_v1',
      days: 'workspace_traffic_by_day_v1',
      hours: 'workspace_traffic_by_hour_v1',
    },
  },
  latency: {
    environments: { months: 'latency_by_month_v1', days: 'latency_by_day_v1', hours: 'latency_by_hour_v1' },
    workspace: {
      months: 'workspace_latency_by_month_v1',
      days: 'workspace_latency_by_day_v1',
      hours: 'workspace_latency_by_hour_v1',
    },
  },
} as const satisfies Record<string, Record<RollupBreadth, Record<RollupLayer, string>>>;

/** The table of a layer that holds these sums. */
export function rollupTable(sums: keyof typeof TABLES, layer: RollupLayer, breadth: RollupBreadth): string {
  return TABLES[sums][breadth][layer];
}

/**
 * The sums of whole workspaces where no environment and no release has to be told from another: they have a row where the others
 * have one for each environment and release. An exclusion is of some environments alone.
 */
export function breadthOf({
  holdsEveryEnvironment,
  releaseIds,
  exclusions,
  facets,
}: Pick<FactsQuestion, 'holdsEveryEnvironment' | 'releaseIds' | 'exclusions' | 'facets'>): RollupBreadth {
  const isWhole = releaseIds.length === 0 && exclusions.length === 0 && !facets.includes('release');
  return holdsEveryEnvironment && isWhole ? 'workspace' : 'environments';
}
