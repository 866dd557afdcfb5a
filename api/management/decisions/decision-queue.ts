import type { HeldDecision } from '../../../journal/decisions/recent-decisions.ts';

/** The maximum number of calls, and of characters, that wait for one reader. */
const MAX_CALLS = 200;
const MAX_CHARACTERS = 262_144;

/** The length from which a piece is sent, in characters. */
const PIECE_CHARACTERS = 16_384;

/** The place in the queue at which an unknown number of calls is missing. */
const UNKNOWN = 'unknown';

/**
 * The events that wait for one reader, with a bound on their number and their size. If a reader is slow, the oldest
 * calls are removed and counted, so the reader gets the newest calls and learns how many it missed.
 */
export class DecisionQueue {
  readonly #entries: (HeldDecision | typeof UNKNOWN)[] = [];
  #characters = 0;
  /** The number of removed calls since the last event about them; undefined if it is unknown. */
  #missed: number | undefined = 0;

  /** The number of waiting entries. */
  get size(): number {
    return this.#entries.length;
  }

  /** Adds calls, oldest first. Returns the number of calls that were removed for them. */
  add(decisions: readonly HeldDecision[]): number {
    let removed = 0;
    for (const decision of decisions) {
      this.#entries.push(decision);
      this.#characters += decision.text.length;
      while (this.#entries.length > MAX_CALLS || this.#characters > MAX_CHARACTERS) removed += this.#removeFirst();
    }
    return removed;
  }

  /** Marks that an unknown number of calls is missing after those that wait. */
  addUnknown(): void {
    if (this.#entries.at(-1) !== UNKNOWN) this.#entries.push(UNKNOWN);
    if (this.#entries.length > MAX_CALLS) this.#removeFirst();
  }

  /** Removes everything. */
  clear(): void {
    this.#entries.length = 0;
    this.#characters = 0;
    this.#missed = 0;
  }

  /** Returns the text of the next events, and removes them; undefined if nothing waits. */
  take(): string | undefined {
    let text = this.#takeMissed();
    while (text.length < PIECE_CHARACTERS) {
      const next = this.#entries.shift();
      if (next === undefined) break;
      if (next === UNKNOWN) {
        this.#missed = undefined;
        text += this.#takeMissed();
      } else {
        this.#characters -= next.text.length;
        text += `id: ${next.eventId}\nevent: decision\ndata: ${next.text}\n\n`;
      }
    }
    return text === '' ? undefined : text;
  }

  #takeMissed(): string {
    if (this.#missed === 0) return '';
    const text = `event: missed\ndata: ${JSON.stringify({ count: this.#missed ?? null })}\n\n`;
    this.#missed = 0;
    return text;
  }

  /** Removes the first entry. Returns the number of calls that the reader misses with it, as far as it is known. */
  #removeFirst(): number {
    const first = this.#entries.shift();
    if (first === undefined) return 0;
    if (first === UNKNOWN) {
      this.#missed = undefined;
      return 0;
    }
    this.#characters -= first.text.length;
    const calls = first.skippedBefore + 1;
    if (this.#missed !== undefined) this.#missed += calls;
    return calls;
  }
}
