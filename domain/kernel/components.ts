/** The parts of an installation that send heartbeats. */
export const COMPONENTS = [
  'api',
  'worker.requested_runs',
  'worker.dispatcher',
  'worker.due_runs',
  'worker.comparison_runs',
  'worker.housekeeping',
  'relay',
  'reconciler',
  'indexer',
  // The worker's connection to ClickHouse, and its deliveries.
  'reader',
  'inbox',
] as const;
export type Component = (typeof COMPONENTS)[number];

/** Loops that a worker runs only if its configuration enables them. The silence of such a loop is not a fault. */
export const OPTIONAL_LOOPS = ['worker.judge_sweep'] as const;
export type OptionalLoop = (typeof OPTIONAL_LOOPS)[number];

/** The silence in seconds after which a component counts as down; heartbeats arrive every few seconds. */
export const SILENT_AFTER_SECONDS = 60;

/** Whole seconds since the last heartbeat, never negative. */
export function silentSeconds(lastSeen: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - lastSeen.getTime()) / 1_000));
}

/** True if the component sent a heartbeat within the last minute; false if it never did. */
export function isAlive(lastSeen: Date | undefined, now: Date): boolean {
  return lastSeen !== undefined && silentSeconds(lastSeen, now) <= SILENT_AFTER_SECONDS;
}
