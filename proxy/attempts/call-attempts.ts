import type { EarlierAttempt } from '../../contracts/ingest/calls/write-ended-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import { NO_TEXTS } from '../headers/append-texts.ts';
import type { AttemptFailure, NextAttempt } from '../routing/attempt-plan.ts';
import { attemptsField, type AttemptResult } from '../routing/attempts-field.ts';
import type { RetryPlan, Forwarding, UpstreamCall } from './forwarding.ts';

/** The attempts of a call: the failed ones, the present one and the next one. */
export class CallAttempts {
  readonly #again: RetryPlan | undefined;
  /** Undefined until an attempt fails. */
  #tried: AttemptResult[] | undefined;
  #earlier: EarlierAttempt[] | undefined;
  /** The call as the provider of the present attempt receives it. */
  sent: UpstreamCall;
  /** The start of the present attempt, in milliseconds since the call began. */
  dispatchedMs = 0;

  constructor(forwarding: Forwarding) {
    this.sent = forwarding;
    this.#again = forwarding.again;
  }

  /** True if the call may be sent again. */
  get isRepeatable(): boolean {
    return this.#again !== undefined;
  }

  /** The next attempt; undefined if the answer of the failed one is the answer of the call. */
  next(failed: AttemptFailure, sinceStartMs: number): NextAttempt | undefined {
    return this.#again?.plan.next(failed, sinceStartMs);
  }

  /**
   * Records that the present attempt failed.
   * @param status the status of its answer; undefined if no answer began
   * @param error the provider's name for an error that the answer stated
   */
  turnedAway(status: number | undefined, error: string | undefined, { attempt, totalMs }: CallEnding): void {
    this.#tried ??= [];
    this.#tried.push(this.#triedWith(status, error));
    if (attempt === undefined) return;
    this.#earlier ??= [];
    this.#earlier.push({ ...attempt, endedMs: totalMs });
  }

  /** The call as the provider of the next attempt receives it. */
  sentTo({ candidate }: NextAttempt): UpstreamCall {
    return this.#again?.sentTo(candidate) ?? this.sent;
  }

  /**
   * The name and value of the header that lists the attempts; empty if the first attempt answers.
   * @param status the status of the last attempt
   */
  header(status: number | undefined): readonly string[] {
    if (this.#tried === undefined) return NO_TEXTS;
    return ['x-tt-attempts', attemptsField([...this.#tried, this.#triedWith(status, undefined)])];
  }

  /** The ending of the call, with the attempts before its last. */
  endingWith(ending: CallEnding): CallEnding {
    return this.#earlier === undefined ? ending : { ...ending, earlier: this.#earlier };
  }

  #triedWith(status: number | undefined, error: string | undefined): AttemptResult {
    const { upstream, asked } = this.sent;
    return { provider: upstream.name, model: asked.model, status, error };
  }
}
