/** The parts of an installation that report themselves alive. */
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
  // The worker's way to ClickHouse, and its deliveries.
  'reader',
  'inbox',
] as const;
export type Component = (typeof COMPONENTS)[number];

/** Loops that workers run only if their configuration asks for it. A silent one is not a missing component. */
export const OPTIONAL_LOOPS = ['worker.judge_sweep'] as const;
export type OptionalLoop = (typeof OPTIONAL_LOOPS)[number];

/** A component that was silent for longer is down; signs of life come every few seconds. */
export const SILENT_AFTER_SECONDS = 60;

/** Whole seconds since a sign of life, never negative. */
export function silentSeconds(lastSeen: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - lastSeen.getTime()) / 1_000));
}

/** True for a component that gave a sign of life within the last minute; one that was never seen is not alive. */
export function isAlive(lastSeen: Date | undefined, now: Date): boolean {
  return lastSeen !== undefined && silentSeconds(lastSeen, now) <= SILENT_AFTER_SECONDS;
}
