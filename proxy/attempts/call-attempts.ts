import type { EarlierAttempt } from '../../contracts/ingest/calls/write-ended-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import { NO_TEXTS } from '../headers/add-texts.ts';
import type { AttemptFailure, NextAttempt } from '../routing/attempt-plan.ts';
import { triesField, type TriedAttempt } from '../routing/tries-field.ts';
import type { Again, Forwarding, SentTo } from './forwarding.ts';

/** The attempts of a call: those that were turned away, the one under way, and the next one. */
export class CallAttempts {
  readonly #again: Again | undefined;
  /** Undefined until an attempt is turned away. */
  #tried: TriedAttempt[] | undefined;
  #earlier: EarlierAttempt[] | undefined;
  /** The call as the provider of the attempt under way gets it. */
  sent: SentTo;
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

  /** Undefined where the answer of the last attempt is that of the call. */
  next(failed: AttemptFailure, sinceStartMs: number): NextAttempt | undefined {
    return this.#again?.plan.next(failed, sinceStartMs);
  }

  /**
   * The attempt under way was turned away.
   * @param status of its answer; undefined where none began
   * @param error the provider's word for an error that the answer stated
   */
  turnedAway(status: number | undefined, error: string | undefined, { attempt, totalMs }: CallEnding): void {
    this.#tried ??= [];
    this.#tried.push(this.#triedWith(status, error));
    if (attempt === undefined) return;
    this.#earlier ??= [];
    this.#earlier.push({ ...attempt, endedMs: totalMs });
  }

  /** The call as the provider of the next attempt gets it. */
  sentTo({ candidate }: NextAttempt): SentTo {
    return this.#again?.sentTo(candidate) ?? this.sent;
  }

  /**
   * Name and value of the header that lists the attempts; none where the first of them answers.
   * @param status of the last one
   */
  header(status: number | undefined): readonly string[] {
    if (this.#tried === undefined) return NO_TEXTS;
    return ['x-tt-attempts', triesField([...this.#tried, this.#triedWith(status, undefined)])];
  }

  /** The ending of the call, with the attempts before its last. */
  endingWith(ending: CallEnding): CallEnding {
    return this.#earlier === undefined ? ending : { ...ending, earlier: this.#earlier };
  }

  #triedWith(status: number | undefined, error: string | undefined): TriedAttempt {
    const { upstream, asked } = this.sent;
    return { provider: upstream.name, model: asked.model, status, error };
  }
}
