import { expiredSince, expiredBefore } from '../kernel/lifetimes.ts';

/** The state machine of a report run. The row in Postgres is the truth; every move is one guarded update of it. */
export const RUN_STATES = ['queued', 'running', 'ready', 'partial', 'failed', 'cancelled', 'expired'] as const;
export type RunState = (typeof RUN_STATES)[number];

const UNSETTLED: readonly RunState[] = ['queued', 'running'];

/** True when nothing moves the run any more but retention. */
export function isSettled(state: RunState): boolean {
  return !UNSETTLED.includes(state);
}

/** The maximum duration of one attempt, and of its silence. */
export interface RunTimeouts {
  /** Milliseconds of silence after which an attempt has lost its worker. */
  readonly heartbeatMs: number;
  /** Milliseconds that one attempt may take. */
  readonly attemptMs: number;
}

/** A run is tried at most this often; the fifth transient failure ends it with `attempts_exhausted`. */
export const MAX_ATTEMPTS = 5;

const MAX_BACKOFF_SECONDS = 300;

/** Seconds to wait after the given attempt failed: 2^attempt, at most 5 minutes. */
export function backoffSeconds(attempt: number): number {
  return Math.min(2 ** attempt, MAX_BACKOFF_SECONDS);
}

/** Caps of a stored answer. One more group, or one more byte, fails the run with `output_cap_exceeded`. */
export const MAX_GROUPS = 1_000;
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/** `expires_at` of a run that ended at `finishedAt`: the first instant at which its answer cannot be read any more. */
export function expiryOf(finishedAt: Date): Date {
  return expiredSince('answer', finishedAt);
}

/** True for a run whose answer is stored, until its time has passed. */
export function holdsAnswer(state: RunState): state is 'ready' | 'partial' {
  return state === 'ready' || state === 'partial';
}

/**
 * The state of a run as it reads at `now`: an answer whose time has passed is `expired`, whether or not a sweep has
 * removed it yet.
 */
export function stateAt({ state, expiresAt }: { state: RunState; expiresAt: Date | undefined }, now: Date): RunState {
  // Stryker disable next-line ConditionalExpression: an absent instant is not up to any other.
  return holdsAnswer(state) && expiresAt !== undefined && expiresAt <= now ? 'expired' : state;
}

/** True once a run does not exist for anybody at `now`, whether or not a sweep has removed it yet. */
export function isForgotten(finishedAt: Date | undefined, now: Date): boolean {
  // Stryker disable next-line ConditionalExpression: an absent instant is not up to any other.
  return finishedAt !== undefined && finishedAt <= expiredBefore('run', now);
}

/** The reasons of a failed attempt after which another attempt may succeed. */
export const TRANSIENT_CODES = ['reader_unavailable', 'store_unavailable', 'lease_lapsed'] as const;
export type TransientCode = (typeof TRANSIENT_CODES)[number];

/** The cause of a failed attempt, for operators: the part by its name, and its own code. */
export interface FaultOrigin {
  readonly part: 'ClickHouse' | 'Postgres' | 'reader' | 'worker';
  /** A code, the kind of a fault or words of ours; never an engine's, which may quote what customers wrote. */
  readonly why: string;
}
