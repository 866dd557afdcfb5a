import type { RetrySettings } from '../../domain/gateway/routing/retry-settings.ts';
import type { Upstream } from '../call/open-upstream.ts';

/** A provider and model that may answer a call. */
export interface Candidate {
  readonly upstream: Upstream;
  readonly model: string;
}

/** The reason why an attempt gave no answer for its caller. */
export interface AttemptFailure {
  /** Undefined if no answer began. */
  readonly status: number | undefined;
  /** True if a byte may have been sent to the provider. */
  readonly wasSent: boolean;
  /** Milliseconds that the provider asks to wait; undefined if it does not ask. */
  readonly retryAfterMs: number | undefined;
}

export interface NextAttempt {
  readonly candidate: Candidate;
  readonly waitMs: number;
}

/**
 * The maximum of the first random wait before a candidate is called again, in milliseconds. It doubles each time, and
 * is added to the wait that the provider asks for.
 */
const FIRST_WAIT_MS = 250;

/** The order of attempts: every candidate once without a wait, and then each again after a wait. */
export class AttemptPlan {
  readonly #candidates: readonly Candidate[];
  readonly #settings: RetrySettings;
  readonly #random: () => number;
  #made = 1;

  /**
   * @param candidates the first of them was already called
   * @param random a number from 0 to below 1: calls that failed together do not retry together
   */
  constructor(candidates: readonly Candidate[], settings: RetrySettings, random: () => number) {
    this.#candidates = candidates;
    this.#settings = settings;
    this.#random = random;
  }

  /** The next candidate after a failed attempt; undefined if the failed answer is the answer of the call. */
  next(failed: AttemptFailure, sinceStartMs: number): NextAttempt | undefined {
    const { attempts, withinMs } = this.#settings;
    const { length } = this.#candidates;
    const candidate = this.#candidates[this.#made % length];
    if (candidate === undefined || this.#made >= attempts || !isSafeToRetry(failed)) return undefined;
    const again = this.#made - length;
    const waitMs = again < 0 ? 0 : (failed.retryAfterMs ?? 0) + this.#random() * FIRST_WAIT_MS * 2 ** again;
    if (sinceStartMs + waitMs > withinMs) return undefined;
    this.#made += 1;
    return { candidate, waitMs };
  }
}

/**
 * True if a call can be made again without being paid twice: nothing of it was sent, or the provider rejected it. A 503
 * is a rejection only if it says when to retry; otherwise a proxy may send it while the provider still works.
 */
export function isSafeToRetry({ status, wasSent, retryAfterMs }: AttemptFailure): boolean {
  if (status === undefined) return !wasSent;
  return status === 429 || status === 529 || (status === 503 && retryAfterMs !== undefined);
}
