/** The parts of an installation that report themselves alive. */
export const COMPONENTS = [
  'api',
  'worker.requested_runs',
  'worker.housekeeping',
  'relay',
  'reconciler',
  'indexer',
] as const;
export type Component = (typeof COMPONENTS)[number];
