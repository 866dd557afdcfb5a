import type { CallFault } from '../models/model-call.ts';
import type { Arm } from './figures/cell.ts';
import type { ComparisonRunState } from './comparison-run.ts';

/** The status of a run for its workflow: states and counts, without prompts, answers or amounts. */
export interface ComparisonRunStatus {
  readonly state: ComparisonRunState;
  /** The failure code; empty unless the run was abandoned. */
  readonly failureCode: string;
  /** True if the run is not finished and must be cancelled. */
  readonly isStopping: boolean;
  /** The spent share of the run's ceiling, in whole percent; null for a ceiling of 0. */
  readonly spentPercent: number | null;
}

/** A call that a run must make. */
export interface CallWork {
  readonly position: number;
  readonly arm: Arm;
  /** The connection of the call, which has a maximum number of calls in flight. */
  readonly connectionId: string;
}

/** The remaining work of a run in its current state. */
export interface RunWork extends ComparisonRunStatus {
  readonly cases: number;
  readonly calls: readonly CallWork[];
  /** The number of earlier failures by code. */
  readonly failures: Readonly<Record<string, number>>;
}

/** The result of an attempt to make a call. */
export type CallStatus =
  /** The call has ended; `code` is empty if it succeeded. */
  | { readonly kind: 'ended'; readonly code: string; readonly spentPercent: number | null }
  /** The call cost nothing and can be retried, after `afterMs` milliseconds if the provider stated a delay. */
  | { readonly kind: 'put_off'; readonly fault: CallFault; readonly afterMs: number | null }
  /** The reservations of the run's other calls currently leave too little of the budget for this call. */
  | { readonly kind: 'no_room' }
  /** The connection had its maximum of calls in flight, from all runs, during the complete wait of one attempt. */
  | { readonly kind: 'busy' }
  /** The run makes no more calls. */
  | { readonly kind: 'stopped' };

/** The maximum number of calls in flight on a connection, over all runs. */
export const MAX_CONCURRENT_CALLS = 10;

/**
 * The number of a run's calls that wait for a connection, in addition to those in flight, so that a free slot is used
 * immediately.
 */
export const MAX_QUEUED_CALLS = 10;

/** The milliseconds for which an attempt waits for a connection that has its maximum of calls in flight. */
export const MAX_CONNECTION_WAIT_MS = 300_000;

/**
 * The maximum number of attempts of a call with a transient fault, with pauses of 2, 4 … 128 s, four minutes in total.
 */
export const MAX_CALL_TRIES = 8;

/** The total milliseconds for which a call waits for a provider that limits its rate. */
export const MAX_RATE_LIMIT_WAIT_MS = 86_400_000;
