import { Readable } from 'node:stream';
import type { DecisionStreamEnd } from '../../../domain/gateway/decisions/decision-streams.ts';
import type { DecisionFollower } from '../../../journal/decisions/decision-reading.ts';
import type { HeldDecision, LaterDecisions } from '../../../journal/decisions/recent-decisions.ts';
import { DecisionQueue } from './decision-queue.ts';

export interface DecisionStreamParts {
  /** A monotonic time in milliseconds, which also passes while the process is stopped. */
  readonly monotonicMs: () => number;
  /** Resolves to true if the credential of the reader still opens the stream. Rejects if that is unknown. */
  readonly hasRight: () => Promise<boolean>;
  /** Receives the number of calls that the reader missed. */
  readonly onMissed: (calls: number) => void;
  /** Called once when no more calls are sent. */
  readonly onEnd: (end: DecisionStreamEnd) => void;
}

/** The bytes that wait outside the queue, so that a slow reader holds little memory. */
const BUFFERED_BYTES = 16_384;

/** Milliseconds between two looks at the clock. */
const TICK_MS = 1_000;

/** Milliseconds between two checks of the right. */
const RECHECK_MS = 10_000;

/**
 * Milliseconds for which a confirmed right is valid. If Postgres does not answer, or this process was stopped, nothing
 * is sent after that. With the interval of the clock, a stream ends within 30 seconds after it lost its right.
 */
const CONFIRMED_MS = 25_000;

/** Milliseconds without an event after which a comment keeps the connection open. Proxies close after 30 or more. */
const QUIET_MS = 15_000;

/** Milliseconds in which a reader can receive the last event, before its connection is closed. */
const LINGER_MS = 2_000;

/** Milliseconds after which a client reconnects. */
const RETRY_MS = 2_000;

/**
 * One stream of live decisions as server-sent events. A reader that takes nothing holds one queue with a bound, and
 * delays no other reader.
 */
export class DecisionStream implements DecisionFollower {
  readonly body: Readable;
  readonly #parts: DecisionStreamParts;
  readonly #queue = new DecisionQueue();
  readonly #timer: NodeJS.Timeout;
  /** True while the reader wants more bytes. */
  #isWanted = false;
  #isChecking = false;
  /** The start of the last check that confirmed the right. */
  #confirmedAt: number;
  #checkedAt: number;
  #sentAt: number;
  #ended: { readonly at: number } | undefined;

  constructor(parts: DecisionStreamParts) {
    this.#parts = parts;
    const now = parts.monotonicMs();
    // The right was checked when the request arrived.
    this.#confirmedAt = now;
    this.#checkedAt = now;
    this.#sentAt = now;
    this.body = new Readable({
      highWaterMark: BUFFERED_BYTES,
      read: () => {
        this.#isWanted = true;
        this.#pump();
      },
      destroy: (error, done) => {
        clearInterval(this.#timer);
        this.#stop('reader_gone');
        done(error);
      },
    });
    this.#timer = setInterval(() => this.tick(), TICK_MS).unref();
    this.#push(`retry: ${RETRY_MS}\n\n`);
  }

  /** True if no more calls are sent. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Sends the calls after the event that the reader named. */
  resume({ decisions, isComplete }: LaterDecisions): void {
    if (!isComplete) this.lose();
    this.accept(decisions);
  }

  accept(decisions: readonly HeldDecision[]): void {
    if (this.#ended !== undefined) return;
    if (!this.#isConfirmed()) {
      this.close('right_unconfirmed');
      return;
    }
    const missed = this.#queue.add(decisions);
    if (missed > 0) this.#parts.onMissed(missed);
    this.#pump();
  }

  lose(): void {
    if (this.#ended !== undefined) return;
    this.#queue.addUnknown();
    this.#pump();
  }

  end(): void {
    this.close('stopping');
  }

  /** Sends the last event, and nothing that still waits. */
  close(reason: DecisionStreamEnd): void {
    if (this.#ended !== undefined) return;
    this.#queue.clear();
    this.#push(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.body.push(null);
    this.#stop(reason);
  }

  /** Checks the time limits; called every second. */
  tick(): void {
    const now = this.#parts.monotonicMs();
    if (this.#ended !== undefined) {
      if (now - this.#ended.at >= LINGER_MS) this.body.destroy();
      return;
    }
    if (!this.#isConfirmed()) {
      this.close('right_unconfirmed');
      return;
    }
    if (now - this.#checkedAt >= RECHECK_MS && !this.#isChecking) void this.#check(now);
    if (now - this.#sentAt >= QUIET_MS && this.#isWanted) this.#push(': still open\n\n');
  }

  #isConfirmed(): boolean {
    return this.#parts.monotonicMs() - this.#confirmedAt < CONFIRMED_MS;
  }

  /** Checks the right. If it stays unknown, the next check is in ten seconds. */
  async #check(now: number): Promise<void> {
    this.#isChecking = true;
    this.#checkedAt = now;
    try {
      if (await this.#parts.hasRight()) this.#confirmedAt = now;
      else this.close('right_lost');
    } catch {
      // The right stays as it was confirmed, until that was too long ago.
    } finally {
      this.#isChecking = false;
    }
  }

  #pump(): void {
    while (this.#isWanted && this.#ended === undefined) {
      const text = this.#queue.take();
      if (text === undefined) return;
      this.#push(text);
    }
  }

  #push(text: string): void {
    this.#sentAt = this.#parts.monotonicMs();
    this.#isWanted = this.body.push(text);
  }

  #stop(end: DecisionStreamEnd): void {
    if (this.#ended !== undefined) return;
    this.#ended = { at: this.#parts.monotonicMs() };
    this.#parts.onEnd(end);
  }
}
