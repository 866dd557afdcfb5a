const FRAME = {
  schema: 1,
  scope: {},
  from: '2026-05-01T00:00:00Z',
  to: '2026-06-01T00:00:00Z',
  display_tz: 'Europe/Berlin',
} as const;

/** An example question of every shape. */
export const INSIGHT_QUERY_EXAMPLES = [
  { ...FRAME, shape: 'overview', metrics: ['requests.v1', 'provider_spend.v1'], comparison: 'previous_period' },
  { ...FRAME, shape: 'series', grain: 'day', metrics: ['requests.v1', 'response_latency.v1'] },
  { ...FRAME, shape: 'facets', facets: ['final_model', 'outcome'], metrics: ['completion_rate.v1', 'tokens.v1'] },
  { ...FRAME, shape: 'drilldown', drilldown: 'request', page_size: 50 },
  { ...FRAME, shape: 'drilldown', drilldown: 'attempt', attempt_filter: { cost_effects_only: true } },
  { ...FRAME, shape: 'drilldown', drilldown: 'feedback', feedback_filter: { match: 'matched' } },
  { ...FRAME, shape: 'markers' },
];
