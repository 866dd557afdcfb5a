import { describe, expect, it } from 'vitest';
import { LAYERS } from '../../../../analytics/insight/plan/layer-plan.ts';
import { planLatency, type LatencyPlan } from '../../../../analytics/insight/plan/plan-latency.ts';
import type { FactsQuestion } from '../../../../analytics/insight/question/facts-question.ts';

const ROUTE: FactsQuestion['chosen'] = [{ member: 'route', values: ['a'], unserved: false, pending: false }];

function plan(question: Partial<Parameters<typeof planLatency>[0]> = {}): LatencyPlan {
  return planLatency({ fence: 41n, facets: [], chosen: [], ...question }, 10);
}

describe('the plan of latencies', () => {
  it('begins with exact levels if arrivals bound the samples', () => {
    expect(plan({ fence: 40n })).toEqual({ layers: LAYERS, maxExactSamples: 10, likely: 'exact' });
    expect(plan({ fence: 40n, grain: 'hour', facets: ['route'] }).likely).toBe('exact');
  });

  it('begins with buckets for a complete window, and with nothing if they could be many', () => {
    expect(plan().likely).toBe('log_buckets');
    expect(plan({ grain: 'day' })).toEqual({ layers: ['days', 'hours', 'facts'], maxExactSamples: 10 });
    expect([plan({ facets: ['purpose'] }).likely, plan({ chosen: ROUTE }).likely]).toEqual([undefined, undefined]);
  });

  it('reads counts by bucket of facets and of filters only from the facts', () => {
    expect(plan({ facets: ['purpose'] }).layers).toEqual(LAYERS);
    expect([plan({ facets: ['purpose', 'route'] }).layers, plan({ chosen: ROUTE }).layers]).toEqual([
      ['facts'],
      ['facts'],
    ]);
  });

  it('reads values of dimensions only from the facts, and begins with nothing', () => {
    const dimensions = { names: ['user'], rankedBy: 'requests', maxValues: 2, mayReadValues: true } as const;
    expect(plan({ dimensions })).toEqual({ layers: ['facts'], maxExactSamples: 10 });
    expect(plan({ dimensions, fence: 40n }).likely).toBe('exact');
  });
});
