import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { CallDecision } from '../../contracts/gateway/decisions/call-decision.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { EventLog } from '../source/event-source.ts';
import { DecisionSample } from './decision-sample.ts';
import { JournalTail } from './journal-tail.ts';
import { readCallDecisions } from './read-call-decisions.ts';
import {
  type DecisionPosition,
  type DecisionSelection,
  type HeldDecision,
  isSelected,
  type LaterDecisions,
  RecentDecisions,
} from './recent-decisions.ts';

/** The receiver of calls as they end. No method may throw, because others receive the same calls. */
export interface DecisionFollower {
  /** Receives calls, oldest first. */
  accept(decisions: readonly HeldDecision[]): void;
  /** Called when an unknown number of calls was skipped. */
  lose(): void;
  /** Called once when no more calls follow, because the process stops. */
  end(): void;
}

/** A follower that was added. */
export interface Following {
  /** The calls after the event that the follower named; none if it named no event. */
  readonly later: LaterDecisions;
  /** Stops the calls to the follower. */
  stop(): void;
}

/** A page of calls. */
export interface DecisionPage {
  /** The calls, newest first. */
  readonly decisions: HeldDecision[];
  /** The id of the last event before the page was made. */
  readonly lastEventId: string;
}

export interface DecisionReadingParts {
  readonly logs: readonly EventLog[];
  /** Eight hexadecimal digits that no other reading has, in any process. */
  readonly id: string;
  /** A monotonic time in milliseconds. */
  readonly monotonicMs: () => number;
  /** Called after each failure to read the journal. */
  readonly onFault: (error: unknown) => void;
  /** Called when the reading has had no reader for a while. It then reads no more. */
  readonly onIdle: () => void;
}

/** Milliseconds between two looks at the journal, and after a failed one. */
const LOOK_MS = 500;
const REST_MS = 2_000;

/** Milliseconds without a follower and without a page after which the journal is no longer read. */
const IDLE_MS = 60_000;

/** Milliseconds for which a page is answered although the journal cannot be read. */
const STALE_MS = 10_000;

/** The number of lines that are parsed in one turn of the event loop, in about 2 ms. */
const LINES_AT_ONCE = 40;

/** Reads the journal for one process from the first use until it has no reader, and passes calls to all followers. */
export class DecisionReading {
  readonly #parts: DecisionReadingParts;
  readonly #tail: JournalTail;
  readonly #sample = new DecisionSample();
  readonly #recent: RecentDecisions;
  readonly #followers = new Map<DecisionFollower, DecisionSelection>();
  readonly #stopping = new AbortController();
  readonly #firstLook: Promise<void>;
  readonly #looking: Promise<void>;
  #usedAt: number;
  #readAt = -Infinity;
  /** The error of the last look; undefined if it succeeded. */
  #fault: Error | undefined;

  constructor(parts: DecisionReadingParts) {
    this.#parts = parts;
    this.#tail = new JournalTail(parts.logs);
    this.#recent = new RecentDecisions(parts.id);
    this.#usedAt = parts.monotonicMs();
    this.#firstLook = this.#look(true);
    this.#looking = this.#firstLook.then(() => this.#lookAgain());
  }

  /** True if the journal is no longer read. */
  get hasStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * Resolves when the end of the journal was read.
   * @throws Refusal `dependency_unavailable` if the journal could not be read for a while
   */
  async requireCurrent(): Promise<void> {
    this.#usedAt = this.#parts.monotonicMs();
    await this.#firstLook;
    if (this.#fault === undefined || this.#parts.monotonicMs() - this.#readAt < STALE_MS) return;
    throw new Refusal(
      'dependency_unavailable',
      'The API cannot read the journal, so the last calls are unknown. Try again; the log of the API has the cause.',
      { cause: this.#fault },
    );
  }

  list(selection: DecisionSelection, after: DecisionPosition | undefined, limit: number): DecisionPage {
    const { lastEventId } = this.#recent;
    return { decisions: this.#recent.list(selection, after, limit), lastEventId };
  }

  /** Adds a follower. @param lastEventId the event that it received last; undefined if it received none */
  follow(selection: DecisionSelection, follower: DecisionFollower, lastEventId: string | undefined): Following {
    this.#followers.set(follower, selection);
    const nothing: LaterDecisions = { decisions: [], isComplete: true };
    return {
      later: lastEventId === undefined ? nothing : this.#recent.after(selection, lastEventId),
      stop: () => {
        this.#usedAt = this.#parts.monotonicMs();
        this.#followers.delete(follower);
      },
    };
  }

  /** Ends all followers, and stops reading. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const followers = [...this.#followers.keys()];
    this.#followers.clear();
    for (const follower of followers) follower.end();
    await this.#looking;
  }

  async #lookAgain(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      const pause = this.#fault === undefined ? LOOK_MS : REST_MS;
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (this.#isOver()) return;
      await this.#look(false);
    }
  }

  /** True if the journal is no longer read. Stops if it has had no reader for a while. */
  #isOver(): boolean {
    const isIdle = this.#followers.size === 0 && this.#parts.monotonicMs() - this.#usedAt >= IDLE_MS;
    if (isIdle) {
      this.#stopping.abort();
      this.#parts.onIdle();
    }
    return this.hasStopped;
  }

  /** Reads what is new. Never rejects. @param isFirst true if the calls of several writers need one order */
  async #look(isFirst: boolean): Promise<void> {
    let hasSkipped = false;
    try {
      hasSkipped = await this.#tail.read((lines) => this.#sample.add(lines));
      this.#readAt = this.#parts.monotonicMs();
      this.#fault = undefined;
    } catch (error) {
      this.#fault = error as Error;
      this.#parts.onFault(error);
    }
    await this.#publish(isFirst);
    if (hasSkipped) for (const follower of this.#followers.keys()) follower.lose();
  }

  async #publish(isFirst: boolean): Promise<void> {
    const lines = this.#sample.take();
    const documents: CallDecision[] = [];
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
      documents.push(...lines.slice(from, from + LINES_AT_ONCE).flatMap(readCallDecisions));
      await nextTurn();
    }
    if (isFirst) documents.sort((one, other) => Date.parse(one.ended_at) - Date.parse(other.ended_at));
    const held = documents.map((document) => this.#recent.add(document));
    if (held.length === 0) return;
    for (const [follower, selection] of [...this.#followers]) {
      const selected = held.filter((call) => isSelected(call, selection));
      if (selected.length > 0) follower.accept(selected);
    }
  }
}
