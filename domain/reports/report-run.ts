import { expiryTime, expiryCutoff } from '../kernel/lifetimes.ts';

/** The states of a report run. The row in Postgres is authoritative; every transition is one guarded update of it. */
export const RUN_STATES = ['queued', 'running', 'ready', 'partial', 'failed', 'cancelled', 'expired'] as const;
export type RunState = (typeof RUN_STATES)[number];

const UNSETTLED: readonly RunState[] = ['queued', 'running'];

/** True if no step changes the run any more, except retention. */
export function isSettled(state: RunState): boolean {
  return !UNSETTLED.includes(state);
}

/** The maximum duration and the maximum silence of one attempt. */
export interface RunTimeouts {
  /** The milliseconds without a heartbeat after which an attempt counts as lost. */
  readonly heartbeatMs: number;
  /** The maximum duration of an attempt in milliseconds. */
  readonly attemptMs: number;
}

/** The maximum number of attempts of a run. The fifth transient failure ends the run with `attempts_exhausted`. */
export const MAX_ATTEMPTS = 5;

const MAX_BACKOFF_SECONDS = 300;

/** The seconds to wait after a failed attempt: 2^attempt, at most 300. */
export function backoffSeconds(attempt: number): number {
  return Math.min(2 ** attempt, MAX_BACKOFF_SECONDS);
}

/** The limits of a stored answer. A larger answer fails the run with `output_cap_exceeded`. */
export const MAX_GROUPS = 1_000;
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/**
 * The `expires_at` of a run that ended at `finishedAt`: the first instant at which its answer cannot be read any more.
 */
export function answerExpiry(finishedAt: Date): Date {
  return expiryTime('answer', finishedAt);
}

/** True if a run in this state has a stored answer that has not expired. */
export function hasStoredAnswer(state: RunState): state is 'ready' | 'partial' {
  return state === 'ready' || state === 'partial';
}

/**
 * The visible state of a run at `now`: a run whose answer has expired is `expired`, even if a sweep has not removed the
 * answer yet.
 */
export function runStateAt(
  { state, expiresAt }: { state: RunState; expiresAt: Date | undefined },
  now: Date,
): RunState {
  // Stryker disable next-line ConditionalExpression: an absent instant is not up to any other.
  return hasStoredAnswer(state) && expiresAt !== undefined && expiresAt <= now ? 'expired' : state;
}

/** True if a run no longer exists for anybody at `now`, even if a sweep has not removed it yet. */
export function isRunRemoved(finishedAt: Date | undefined, now: Date): boolean {
  // Stryker disable next-line ConditionalExpression: an absent instant is not up to any other.
  return finishedAt !== undefined && finishedAt <= expiryCutoff('run', now);
}

/** The failure codes of an attempt after which a retry may succeed. */
export const TRANSIENT_CODES = ['reader_unavailable', 'store_unavailable', 'lease_lapsed'] as const;
export type TransientCode = (typeof TRANSIENT_CODES)[number];

/** The cause of a failed attempt, for operators: the part that failed, and the code of the failure. */
export interface FaultOrigin {
  readonly part: 'ClickHouse' | 'Postgres' | 'reader' | 'worker';
  /** A code, a kind of fault or a text of Truetally; never an engine's message, which may quote customer data. */
  readonly why: string;
}
