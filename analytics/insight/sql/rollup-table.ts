import type { RollupLayer } from '../plan/layer-plan.ts';
import type { RollupBreadth } from '../plan/rollup-breadth.ts';

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

/** The rollup table with these sums, for a layer and a breadth. */
export function rollupTable(sums: keyof typeof TABLES, layer: RollupLayer, breadth: RollupBreadth): string {
  return TABLES[sums][breadth][layer];
}
