/**
 * The areas of the decision index, in its order: the value of `area` in the front matter, and the heading of its list.
 */
export const DECISION_AREAS = {
  project: 'Project and tests',
  gateway: 'Gateway',
  costs: 'Prices and costs',
  ingest: 'Ingest',
  insight: 'Insight',
  reports: 'Saved views and reports',
  schedules: 'Schedules and the inbox',
  comparisons: 'Comparisons',
  judges: 'Judges and captured content',
  api: 'API',
  management: 'Management plane',
  clients: 'Clients',
  cli: 'Command line',
  workflows: 'Workflows',
  storage: 'Storage and retention',
  security: 'Security',
  operations: 'Operations',
  performance: 'Performance',
} as const;

export type DecisionArea = keyof typeof DECISION_AREAS;
