import { describe, expect, it } from 'vitest';
import { figuresOfMetrics } from '../../../../analytics/insight/figures/figures-of-metrics.ts';

const ALWAYS = [
  'admitted',
  'ended',
  'succeeded',
  'refused',
  'failed',
  'cancelled',
  'partial',
  'attempts',
  'effects',
] as const;

describe('the sums that a question reads', () => {
  it('are what every group shows, whatever is asked', () => {
    expect([...figuresOfMetrics(['requests.v1', 'freshness_lag.v1', 'app_feedback.v1'], false)]).toEqual(ALWAYS);
  });

  it('count effects without transitions of prices where groups are values of facets', () => {
    const counted = ['priced', 'pending', 'unpriced', 'adjustments'];
    expect([...figuresOfMetrics(['requests.v1'], true)]).toEqual([...ALWAYS, ...counted]);
  });

  it('are those behind every amount, with that amount alone', () => {
    const counts = ['priced', 'pending', 'unpriced', 'estimated', 'estimate_unknown', 'adjustments'];
    expect([...figuresOfMetrics(['activity_spend.v1'], false)]).toEqual([...ALWAYS, 'settled_nanos', ...counts]);
    expect([...figuresOfMetrics(['cost_per_completed.v1', 'provider_spend.v1'], false)]).toEqual([
      ...ALWAYS,
      'nanos',
      ...counts,
    ]);
  });

  it('are the tokens of the kind that is asked', () => {
    expect([...figuresOfMetrics(['tokens.v1', 'cached_tokens.v1'], false)].slice(ALWAYS.length)).toEqual([
      'measured',
      'total_tokens',
      'cached_measured',
      'cached_tokens',
    ]);
  });

  it('are what shares, percentiles and protection are told by', () => {
    const metrics = ['route_mix.v1', 'model_mix.v1', 'response_latency.v1', 'protection.v1'] as const;
    expect([...figuresOfMetrics(metrics, false)].slice(ALWAYS.length)).toEqual([
      'routed',
      'served',
      'response_samples',
      'protection_observed',
    ]);
  });
});
