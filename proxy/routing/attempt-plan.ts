import type { RetrySettings } from '../../domain/gateway/routing/retry-settings.ts';
import type { Upstream } from '../call/open-upstream.ts';

/** Who may answer a call. */
export interface Candidate {
  readonly upstream: Upstream;
  readonly model: string;
}

/** Why a call got no answer that goes to its caller. */
export interface AttemptFailure {
  /** Undefined where none began. */
  readonly status: number | undefined;
  /** Whether a byte may have gone to the provider. */
  readonly wasSent: boolean;
  /** How long the provider asks to wait; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;
}

export interface NextAttempt {
  readonly candidate: Candidate;
  readonly waitMs: number;
}

/** The most before whoever was asked already is asked again, beyond what it asks for; twice as long each time. */
const FIRST_WAIT_MS = 250;

/** Who is asked, one after the other: everybody once at once, and then again after a while. */
export class AttemptPlan {
  readonly #candidates: readonly Candidate[];
  readonly #settings: RetrySettings;
  readonly #random: () => number;
  #made = 1;

  /**
   * @param candidates the first of them is asked already
   * @param random from 0 to below 1: those who were turned away together come again one by one
   */
  constructor(candidates: readonly Candidate[], settings: RetrySettings, random: () => number) {
    this.#candidates = candidates;
    this.#settings = settings;
    this.#random = random;
  }

  /** Who is asked in place of the last one; undefined where its answer is that of the call. */
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
 * Whether a call can be made again without being paid twice: nothing of it was sent, or the provider turned it away. A 503 does so where it says when
 * to come again; otherwise whatever stands before a provider may say it while the provider works on.
 */
export function isSafeToRetry({ status, wasSent, retryAfterMs }: AttemptFailure): boolean {
  if (status === undefined) return !wasSent;
  return status === 429 || status === 529 || (status === 503 && retryAfterMs !== undefined);
}
