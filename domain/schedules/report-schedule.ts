import { COMPONENTS, isAlive, type Component } from '../kernel/components.ts';

/**
 * The reasons why a schedule is paused: its owner paused it, or the server found that it cannot run; empty unless
 * paused.
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

/** The parts that a schedule needs in order to run, as its document names them. */
export const SCHEDULE_PARTS = ['dispatcher', 'report_worker', 'reader', 'inbox'] as const;
export type SchedulePart = (typeof SCHEDULE_PARTS)[number];

/** The component of an installation that is each part. */
const COMPONENT_OF = {
  dispatcher: 'worker.dispatcher',
  report_worker: 'worker.due_runs',
  reader: 'reader',
  inbox: 'inbox',
} as const satisfies Record<SchedulePart, Component>;

// Stryker disable next-line StringLiteral: a silent reader, of which others are asked, does not tell of itself anyway.
const NO_WORKER: readonly Component[] = ['api', 'reader', 'inbox'];

/**
 * The components that report on a part which gives signs only through them: a worker process reaches ClickHouse, and
 * the worker of due runs delivers. While they are lost themselves, they are the missing parts.
 */
const TOLD_BY: Readonly<Partial<Record<SchedulePart, readonly Component[]>>> = {
  reader: COMPONENTS.filter((component) => !NO_WORKER.includes(component)),
  inbox: ['worker.due_runs'],
};

/** The number of future instants that a schedule shows. */
export const NEXT_OCCURRENCES = 3;

/** People to whom one schedule delivers. */
export const MAX_SCHEDULE_RECIPIENTS = 20;

/** The parts that are known to be missing, given when each component last gave a sign of life. */
export function missingParts(lastSeen: ReadonlyMap<Component, Date>, now: Date): SchedulePart[] {
  const isThere = (component: Component): boolean => isAlive(lastSeen.get(component), now);
  return SCHEDULE_PARTS.filter((part) => !isThere(COMPONENT_OF[part]) && (TOLD_BY[part]?.some(isThere) ?? true));
}

/** A pause takes precedence over missing parts. */
export function executionStateOf(paused: boolean, missing: readonly SchedulePart[]): ExecutionState {
  if (paused) return 'paused';
  return missing.length === 0 ? 'armed' : 'unavailable';
}

/** A schedule that is due is planned within a second; after this long, in milliseconds, nobody knows that it is. */
export const OVERDUE_MS = 60_000;
