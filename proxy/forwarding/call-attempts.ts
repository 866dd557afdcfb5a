import type { CallEnding, EarlierAttempt } from '../call/call-ending.ts';
import type { FailedAttempt, NextAttempt } from '../routing/attempt-plan.ts';
import { triesField, type TriedAttempt } from '../routing/tries-field.ts';
import type { Again, SentTo } from './forwarding.ts';

/** The attempts of a call that may be sent again: those that were turned away, and the next one. */
export class CallAttempts {
  readonly #again: Again;
  readonly #tried: TriedAttempt[] = [];
  readonly #earlier: EarlierAttempt[] = [];

  constructor(again: Again) {
    this.#again = again;
  }

  /** Undefined where the answer of the last attempt is that of the call. */
  next(failed: FailedAttempt, sinceStartMs: number): NextAttempt | undefined {
    return this.#again.plan.next(failed, sinceStartMs);
  }

  sentTo({ candidate }: NextAttempt): SentTo {
    return this.#again.sentTo(candidate);
  }

  turnedAway(tried: TriedAttempt, { attempt, totalMs }: CallEnding): void {
    this.#tried.push(tried);
    if (attempt !== undefined) this.#earlier.push({ ...attempt, endedMs: totalMs });
  }

  /** Whether any attempt was turned away. */
  get hasTried(): boolean {
    return this.#tried.length > 0;
  }

  /** Name and value of the header that lists the attempts. */
  header(last: TriedAttempt): readonly string[] {
    return ['x-tt-attempts', triesField([...this.#tried, last])];
  }

  /** The ending of the call, with the attempts before its last. */
  endingWith(ending: CallEnding): CallEnding {
    return this.#earlier.length === 0 ? ending : { ...ending, earlier: this.#earlier };
  }
}
