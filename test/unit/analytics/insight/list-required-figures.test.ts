import { describe, expect, it } from 'vitest';
import { listRequiredFigures } from '../../../../analytics/insight/plan/list-required-figures.ts';
import { findProducedMetric } from '../../../../domain/insight/metrics/metrics.ts';

function figuresOf(metrics: readonly string[], hasFacets: boolean) {
  return listRequiredFigures(
    metrics.flatMap((id) => findProducedMetric(id) ?? []),
    hasFacets,
  );
}

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
  it('are those that every group shows, for any metrics', () => {
    expect([...figuresOf(['requests.v1', 'freshness_lag.v1', 'app_feedback.v1'], false)]).toEqual(ALWAYS);
  });

  it('count effects without price transitions if groups are values of facets', () => {
    const counted = ['priced', 'pending', 'unpriced', 'adjustments'];
    expect([...figuresOf(['requests.v1'], true)]).toEqual([...ALWAYS, ...counted]);
  });

  it('are those of every amount, with only that amount', () => {
    const counts = ['priced', 'pending', 'unpriced', 'estimated', 'estimate_unknown', 'adjustments'];
    expect([...figuresOf(['activity_spend.v1'], false)]).toEqual([...ALWAYS, 'settled_nanos', ...counts]);
    expect([...figuresOf(['cost_per_completed.v1', 'provider_spend.v1'], false)]).toEqual([
      ...ALWAYS,
      'nanos',
      ...counts,
    ]);
  });

  it('are the tokens of the requested kind', () => {
    expect([...figuresOf(['tokens.v1', 'cached_tokens.v1'], false)].slice(ALWAYS.length)).toEqual([
      'measured',
      'total_tokens',
      'cached_measured',
      'cached_tokens',
    ]);
  });

  it('are the inputs of shares, percentiles and protection', () => {
    const metrics = ['route_mix.v1', 'model_mix.v1', 'response_latency.v1', 'protection.v1'] as const;
    expect([...figuresOf(metrics, false)].slice(ALWAYS.length)).toEqual([
      'routed',
      'served',
      'response_samples',
      'protection_observed',
    ]);
  });
});
