import type { CallFault } from '../models/model-call.ts';
import type { Arm } from './figures/cell.ts';
import type { ComparisonRunState } from './comparison-run.ts';

/** A run as its row is, as its workflow is told: states and counts; no prompt, answer or amount. */
export interface RunStatus {
  readonly state: ComparisonRunState;
  /** Empty unless abandoned. */
  readonly failureCode: string;
  /** It goes on, and is to be cancelled. */
  readonly isStopping: boolean;
  /** How much of its ceiling is spent, in whole percent; null of a ceiling of 0. */
  readonly spentPercent: number | null;
}

/** A call that a run has to make. */
export interface CallWork {
  readonly position: number;
  readonly arm: Arm;
  /** Whom it goes to: so many at once are bounded. */
  readonly connectionId: string;
}

/** What a run has to do in one of its states. */
export interface RunWork extends RunStatus {
  readonly cases: number;
  readonly calls: readonly CallWork[];
  /** Codes of what failed before, how often each. */
  readonly failures: Readonly<Record<string, number>>;
}

/** What became of a try to make a call. */
export type CallStatus =
  /** The code is empty where it gave what it was for. */
  | { readonly kind: 'ended'; readonly code: string; readonly spentPercent: number | null }
  /** It cost nothing and may be tried again; after so many milliseconds where the provider said when. */
  | { readonly kind: 'put_off'; readonly fault: CallFault; readonly afterMs: number | null }
  /** What other calls of the run have reserved leaves no room for it now. */
  | { readonly kind: 'no_room' }
  /** Its connection had as many calls out as it may have, of whatever runs, for as long as one try waits. */
  | { readonly kind: 'busy' }
  /** Its run makes no more calls. */
  | { readonly kind: 'stopped' };

/** Calls that a connection has out at once, of all runs together. */
export const CALLS_AT_ONCE = 10;

/** Calls of a run that wait beside those for the next place on a connection: one that becomes free is taken at once. */
export const CALLS_ON_DECK = 10;

/** How long one try of a call waits for a connection that has as many out. */
export const MAX_BUSY_MS = 300_000;

/** Tries of a call that meets what passes; between them 2, 4 … 128 s, four minutes in all. */
export const MAX_CALL_TRIES = 8;

/** How long a call waits in all for a provider that limits how often it is called. */
export const MAX_LIMITED_MS = 86_400_000;
