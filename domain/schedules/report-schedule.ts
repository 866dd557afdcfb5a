import { COMPONENTS, isAlive, type Component } from '../kernel/components.ts';

/**
 * The reasons why a schedule is paused; empty unless paused. `manual` means that its owner paused it. For all others,
 * the server found that the schedule cannot run.
 */
export const PAUSE_REASONS = [
  '',
  'manual',
  'authority_lost',
  'report_deleted',
  'view_changed',
  'invalid_request',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const EXECUTION_STATES = ['armed', 'paused', 'unavailable'] as const;
export type ExecutionState = (typeof EXECUTION_STATES)[number];

/** The parts that a schedule needs to run, by the names of its document. */
export const SCHEDULE_PARTS = ['dispatcher', 'report_worker', 'reader', 'inbox'] as const;
export type SchedulePart = (typeof SCHEDULE_PARTS)[number];

/** The component that implements each part. */
const COMPONENT_OF = {
  dispatcher: 'worker.dispatcher',
  report_worker: 'worker.due_runs',
  reader: 'reader',
  inbox: 'inbox',
} as const satisfies Record<SchedulePart, Component>;

// Stryker disable next-line StringLiteral: a silent reader, of which others are asked, does not tell of itself anyway.
const NO_WORKER: readonly Component[] = ['api', 'reader', 'inbox'];

/**
 * The components that send the heartbeats of a part: worker processes for ClickHouse, the worker of due runs for
 * deliveries. While these components are themselves silent, they count as missing instead of the part.
 */
const TOLD_BY: Readonly<Partial<Record<SchedulePart, readonly Component[]>>> = {
  reader: COMPONENTS.filter((component) => !NO_WORKER.includes(component)),
  inbox: ['worker.due_runs'],
};

/** The number of future instants that the document of a schedule contains. */
export const NEXT_OCCURRENCES = 3;

/** The maximum number of recipients of a schedule. */
export const MAX_SCHEDULE_RECIPIENTS = 20;

/** The parts that are known to be missing. `lastSeen` holds the last heartbeat of each component. */
export function missingParts(lastSeen: ReadonlyMap<Component, Date>, now: Date): SchedulePart[] {
  const isThere = (component: Component): boolean => isAlive(lastSeen.get(component), now);
  return SCHEDULE_PARTS.filter((part) => !isThere(COMPONENT_OF[part]) && (TOLD_BY[part]?.some(isThere) ?? true));
}

/** The execution state of a schedule. A pause takes precedence over missing parts. */
export function toExecutionState(paused: boolean, missing: readonly SchedulePart[]): ExecutionState {
  if (paused) return 'paused';
  return missing.length === 0 ? 'armed' : 'unavailable';
}

/** The milliseconds after which a due schedule counts as overdue. Normally it is planned within a second. */
export const OVERDUE_MS = 60_000;
