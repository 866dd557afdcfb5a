import type { CallFault } from '../models/model-call.ts';
import type { Arm } from './figures/cell.ts';
import type { ComparisonRunState } from './comparison-run.ts';

/** The row of a run as its workflow sees it: states and counts; no prompt, answer or amount. */
export interface ComparisonRunStatus {
  readonly state: ComparisonRunState;
  /** Empty unless abandoned. */
  readonly failureCode: string;
  /** The run continues, and is to be cancelled. */
  readonly isStopping: boolean;
  /** The spent share of its ceiling, in whole percent; null for a ceiling of 0. */
  readonly spentPercent: number | null;
}

/** A call that a run has to make. */
export interface CallWork {
  readonly position: number;
  readonly arm: Arm;
  /** The connection of the call, which has a maximum of parallel calls. */
  readonly connectionId: string;
}

/** The work of a run in one of its states. */
export interface RunWork extends ComparisonRunStatus {
  readonly cases: number;
  readonly calls: readonly CallWork[];
  /** Codes of what failed before, how often each. */
  readonly failures: Readonly<Record<string, number>>;
}

/** The result of a try to make a call. */
export type CallStatus =
  /** The code is empty where it gave what it was for. */
  | { readonly kind: 'ended'; readonly code: string; readonly spentPercent: number | null }
  /** The call cost nothing and may be tried again, after a number of milliseconds if the provider gave one. */
  | { readonly kind: 'put_off'; readonly fault: CallFault; readonly afterMs: number | null }
  /** The reservations of the run's other calls leave no room for it now. */
  | { readonly kind: 'no_room' }
  /** The connection had its maximum of calls in flight, from all runs, for the whole wait of one try. */
  | { readonly kind: 'busy' }
  /** The run makes no more calls. */
  | { readonly kind: 'stopped' };

/** Calls that a connection has out at once, of all runs together. */
export const CALLS_AT_ONCE = 10;

/**
 * The number of calls of a run that wait, in addition to those in flight, for the next free place on a connection, so
 * that it is used at once.
 */
export const CALLS_ON_DECK = 10;

/** Milliseconds that one try of a call waits for a connection with its maximum of calls in flight. */
export const MAX_BUSY_MS = 300_000;

/** Tries of a call that meets what passes; between them 2, 4 … 128 s, four minutes in all. */
export const MAX_CALL_TRIES = 8;

/** Milliseconds that a call waits in total for a provider that limits its rate. */
export const MAX_LIMITED_MS = 86_400_000;
