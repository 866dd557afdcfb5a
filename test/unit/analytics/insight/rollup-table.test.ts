import { describe, expect, it } from 'vitest';
import { rollupBreadth } from '../../../../analytics/insight/plan/rollup-breadth.ts';
import { rollupTable } from '../../../../analytics/insight/sql/rollup-table.ts';

const WHOLE: Parameters<typeof rollupBreadth>[0] = {
  holdsEveryEnvironment: true,
  releaseIds: [],
  exclusions: [],
  facets: ['final_model'],
};
const EXCLUSION = { environmentIds: ['env_a'], from: new Date('2026-01-01'), to: new Date('2026-01-02') };

describe('the rollups of a question', () => {
  it('are those of the complete workspace if nothing must be split', () => {
    expect(rollupBreadth(WHOLE)).toBe('workspace');
    expect(rollupTable('traffic', 'days', 'workspace')).toBe('workspace_traffic_by_day_v1');
    expect(rollupTable('latency', 'months', 'workspace')).toBe('workspace_latency_by_month_v1');
  });

  it.each<[string, Partial<typeof WHOLE>]>([
    ['an environment is not in its scope', { holdsEveryEnvironment: false }],
    ['it filters releases', { releaseIds: ['r1'] }],
    ['it groups by release', { facets: ['final_model', 'release'] }],
    ['something is excluded', { exclusions: [EXCLUSION] }],
  ])('are those of environments and releases if %s', (_when, changes) => {
    expect(rollupBreadth({ ...WHOLE, ...changes })).toBe('environments');
    expect(rollupTable('traffic', 'hours', 'environments')).toBe('traffic_by_hour_v1');
  });
});
