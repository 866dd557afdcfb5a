/** The window of every report of the bench, which is fixed so that all runs ask the same question. */
export const REPORT_WINDOW = { from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' } as const;

export const REPORT_QUESTION = {
  schema: 1,
  shape: 'overview',
  scope: {},
  display_tz: 'UTC',
  ...REPORT_WINDOW,
  metrics: ['requests.v1', 'outcomes.v1', 'tokens.v1', 'provider_spend.v1'],
} as const;
