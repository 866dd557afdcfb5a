import type { Backpressure, LineWriter } from '../../journal/source/journal.ts';
import type { JournalAuthor, JournalShares } from '../../journal/journal-shares.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import { OwedLines } from './owed-lines.ts';
import { RefusalRows, type RefusedEnding } from './refusal-rows.ts';

/** The waiter for lines. Neither of the two functions throws: others wait for the same write. */
export interface LinesWaiter {
  /** Called when the lines are stored safely against every end of this process. */
  kept(): void;
  /** Nobody can say whether they are. */
  lost(error: unknown): void;
  /**
   * True if the lines belong to a call that a provider receives: its cost is known then, and must be reported. If no
   * call may be unlogged, lines that the journal refuses are held in memory, and written once it accepts lines again.
   */
  readonly isOwed?: boolean | undefined;
  /** The key of the lines; undefined if they count for no share of the journal. */
  readonly by?: AdmittedCall['key'] | undefined;
}

/** The store of each request's row: lines of the journal, from which the indexer makes facts. */
export interface DecisionLog {
  /** True if rows are stored. It asks no other process. */
  isOpen(): boolean;
  /**
   * True if new requests may be admitted, for a key if one is given. That is so if rows are stored and the key has room
   * for more of them, or if requests are served in any case.
   */
  acceptsCalls(key?: AdmittedCall['key']): boolean;
  /** Stores lines, in one write with all other lines of this turn. */
  keep(lines: readonly string[], waiter: LinesWaiter): void;
  /**
   * Stores lines within moments, together with earlier writes: a call that is answered at once takes one write in place
   * of two.
   */
  keepSoon(lines: readonly string[], waiter: LinesWaiter): void;
  /** Resolves when the lines are kept. Rejects when nobody can say whether they are. */
  write(lines: readonly string[], about?: Pick<LinesWaiter, 'isOwed' | 'by'>): Promise<void>;
  /** Keeps the row of a request that is refused. Resolves and rejects as `write` does. */
  refuse(call: AdmittedCall, ending: RefusedEnding): Promise<void>;
  /** Writes the lines of `keepSoon` in this turn. */
  hurry(): void;
  /**
   * Measures again what blocks new lines, and writes owed ones. A Postgres that does not answer says nothing about the
   * log.
   */
  look(): Promise<void>;
  /** Writes what gathers, and what is owed as far as the journal takes it. */
  close(): Promise<void>;
  /** Lines that are held until the journal takes lines again. */
  readonly owedLines: number;
}

export interface DecisionLogParts {
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly backpressure: () => Promise<Backpressure | undefined>;
  /** The unread bytes of each key. */
  readonly shares: Pick<JournalShares, 'wrote' | 'hasRoom'>;
  /** True if requests are served while their rows cannot be stored. */
  readonly servesUnlogged: () => boolean;
  /** Called for each waiter whose lines were not stored, and that continues in any case. */
  readonly onUnlogged: () => void;
  /** Called for each waiter whose lines were owed, and found no room. */
  readonly onForgotten: () => void;
  /** Called after each refusal whose row leaves out its annotations. */
  readonly onShortened: () => void;
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
}

/**
 * Milliseconds after a failed write for which no request is admitted, or, if all are admitted in any case, nothing is
 * written; then a request tries whether the next write succeeds.
 */
const CLOSED_MS = 1_000;

/** Milliseconds for which lines of `keepSoon` wait. */
const SOON_MS = 1;

export function createDecisionLog(parts: DecisionLogParts): DecisionLog {
  return new LineLog(parts);
}

class LineLog implements DecisionLog {
  readonly #parts: DecisionLogParts;
  readonly #owed = new OwedLines();
  readonly #refusals: RefusalRows;
  #hindered: Backpressure | undefined;
  /** Undefined while no write has failed: most calls need no clock here. */
  #closedUntil: number | undefined;
  #lines: string[] = [];
  #waiters: LinesWaiter[] = [];
  /** The lines of each waiter. */
  #texts: (readonly string[])[] = [];
  #isDue = false;
  #isTimed = false;

  constructor(parts: DecisionLogParts) {
    const { monotonicMs, onShortened } = parts;
    this.#parts = parts;
    this.#refusals = new RefusalRows({ write: (lines, by) => this.write(lines, { by }), monotonicMs, onShortened });
  }

  get owedLines(): number {
    return this.#owed.size;
  }

  isOpen(): boolean {
    return this.#hindered === undefined && !this.#isFailing();
  }

  acceptsCalls(key?: AdmittedCall['key']): boolean {
    const { shares, servesUnlogged } = this.#parts;
    const hasRoom = key === undefined || shares.hasRoom(authorOf(key));
    return (hasRoom && this.isOpen()) || servesUnlogged();
  }

  keep(lines: readonly string[], waiter: LinesWaiter): void {
    if (this.#add(lines, waiter)) this.#hurry();
  }

  keepSoon(lines: readonly string[], waiter: LinesWaiter): void {
    if (!this.#add(lines, waiter) || this.#isTimed) return;
    this.#isTimed = true;
    setTimeout(this.#appendSoon, SOON_MS);
  }

  write(lines: readonly string[], about: Pick<LinesWaiter, 'isOwed' | 'by'> = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#add(lines, { ...about, kept: resolve, lost: reject })) this.#hurry();
    });
  }

  refuse(call: AdmittedCall, ending: RefusedEnding): Promise<void> {
    return this.#refusals.keep(call, ending);
  }

  hurry(): void {
    if (this.#waiters.length > 0) this.#hurry();
  }

  async look(): Promise<void> {
    this.#hindered = await this.#parts.backpressure().catch(() => this.#hindered);
    if (!this.#isFailing()) await this.#writeOwed();
  }

  async close(): Promise<void> {
    this.#refusals.close();
    await this.#writeOwed();
  }

  #isFailing(): boolean {
    return this.#closedUntil !== undefined && this.#parts.monotonicMs() < this.#closedUntil;
  }

  /** Adds lines. False if they are dropped; their waiter is called in another turn. */
  #add(lines: readonly string[], waiter: LinesWaiter): boolean {
    if (this.#isFailing() && this.#parts.servesUnlogged()) {
      setImmediate(() => this.#goOnWithout(waiter));
      return false;
    }
    let characters = 0;
    for (const line of lines) {
      this.#lines.push(line);
      characters += line.length + 1;
    }
    if (waiter.by !== undefined) this.#parts.shares.wrote(authorOf(waiter.by), characters);
    this.#waiters.push(waiter);
    this.#texts.push(lines);
    return true;
  }

  #goOnWithout(waiter: LinesWaiter): void {
    this.#parts.onUnlogged();
    waiter.kept();
  }

  #hurry(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(this.#appendDue);
  }

  readonly #appendDue = (): void => {
    this.#isDue = false;
    if (this.#waiters.length > 0) void this.#append();
  };

  /** One timer for all that comes while it runs: a timer for each write takes longer than one that finds nothing. */
  readonly #appendSoon = (): void => {
    this.#isTimed = false;
    this.#appendDue();
  };

  /** One promise for all lines of a write: one for the lines of each call takes as long as the write itself. */
  async #append(): Promise<void> {
    const [lines, waiters, texts] = [this.#lines, this.#waiters, this.#texts];
    this.#lines = [];
    this.#waiters = [];
    this.#texts = [];
    try {
      await this.#parts.writer.appendLines(lines);
    } catch (error) {
      this.#fail();
      if (this.#parts.servesUnlogged()) for (const waiter of waiters) this.#goOnWithout(waiter);
      else for (const [index, waiter] of waiters.entries()) this.#lose(waiter, texts[index] ?? [], error);
      return;
    }
    for (const waiter of waiters) waiter.kept();
  }

  #fail(): void {
    this.#closedUntil = this.#parts.monotonicMs() + CLOSED_MS;
  }

  #lose(waiter: LinesWaiter, lines: readonly string[], error: unknown): void {
    if (waiter.isOwed === true && !this.#owed.add(lines)) this.#parts.onForgotten();
    waiter.lost(error);
  }

  async #writeOwed(): Promise<void> {
    try {
      await this.#owed.writeAll((lines) => this.#parts.writer.appendLines(lines));
    } catch {
      this.#fail();
    }
  }
}

function authorOf({ keyId, leaf }: AdmittedCall['key']): JournalAuthor {
  return { tenant: leaf.workspaceId, key: keyId };
}
