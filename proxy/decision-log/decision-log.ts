import type { Backpressure, LineWriter } from '../../journal/source/journal.ts';
import type { JournalAuthor, JournalShares } from '../../journal/journal-shares.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import { UnwrittenLines } from './unwritten-lines.ts';
import { RefusalRows, type RefusedEnding } from './refusal-rows.ts';

/** The waiter for lines. Neither `kept` nor `lost` may throw, because others wait for the same write. */
export interface LinesWaiter {
  /** Called when the lines are stored and survive any end of this process. */
  kept(): void;
  /** Called when it is unknown whether the lines are stored. */
  lost(error: unknown): void;
  /**
   * True if the lines belong to a call that was sent to a provider, whose cost must be reported. Lines that the journal
   * refuses are then held in memory, and written when it accepts lines again. This does not apply if calls may be
   * unlogged.
   */
  readonly isOwed?: boolean | undefined;
  /** The key of the lines; undefined if they count for no share of the journal. */
  readonly by?: AdmittedCall['key'] | undefined;
}

/** The store of each request's row. A row is lines of the journal, which the indexer turns into facts. */
export interface DecisionLog {
  /** True if rows can be stored. Asks no other process. */
  isOpen(): boolean;
  /**
   * True if new requests may be admitted, for a key if one is given: rows can be stored and the key has capacity for
   * more of them, or requests are served in any case.
   */
  acceptsCalls(key?: AdmittedCall['key']): boolean;
  /** Stores lines, in one write with all other lines of this turn of the event loop. */
  keep(lines: readonly string[], waiter: LinesWaiter): void;
  /**
   * Stores lines within moments, together with earlier ones: a call that is answered immediately takes one write and
   * not two.
   */
  keepSoon(lines: readonly string[], waiter: LinesWaiter): void;
  /** Stores lines. Resolves when they are stored; rejects if that is unknown. */
  write(lines: readonly string[], about?: Pick<LinesWaiter, 'isOwed' | 'by'>): Promise<void>;
  /** Stores the row of a refused request. Resolves and rejects as `write` does. */
  refuse(call: AdmittedCall, ending: RefusedEnding): Promise<void>;
  /** Writes the lines of `keepSoon` in this turn. */
  hurry(): void;
  /**
   * Measures again whether anything blocks new lines, and writes owed lines. If Postgres does not answer, the last
   * result stays valid.
   */
  look(): Promise<void>;
  /** Writes the collected lines, and the owed lines as far as the journal accepts them. */
  close(): Promise<void>;
  /** The number of lines that are held until the journal accepts lines again. */
  readonly owedLines: number;
}

export interface DecisionLogParts {
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly backpressure: () => Promise<Backpressure | undefined>;
  /** The unread bytes of each key. */
  readonly shares: Pick<JournalShares, 'wrote' | 'hasRoom'>;
  /** True if requests are served while their rows cannot be stored. */
  readonly servesUnlogged: () => boolean;
  /** Called for each waiter whose lines were not stored and that continues in any case. */
  readonly onUnlogged: () => void;
  /** Called for each waiter whose owed lines did not fit into memory. */
  readonly onForgotten: () => void;
  /** Called after each refusal whose row omits its annotations. */
  readonly onShortened: () => void;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
}

/**
 * Milliseconds after a failed write in which no request is admitted or, if requests are admitted in any case, nothing
 * is written. After that, the next request tries a write.
 */
const CLOSED_MS = 1_000;

/** Milliseconds that lines of `keepSoon` wait. */
const SOON_MS = 1;

export function createDecisionLog(parts: DecisionLogParts): DecisionLog {
  return new LineLog(parts);
}

class LineLog implements DecisionLog {
  readonly #parts: DecisionLogParts;
  readonly #owed = new UnwrittenLines();
  readonly #refusals: RefusalRows;
  #hindered: Backpressure | undefined;
  /** Undefined until a write fails, so that most calls read no clock here. */
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

  /**
   * Writes all lines that arrived while the timer ran. A timer for each write would take longer than a timer that finds
   * nothing.
   */
  readonly #appendSoon = (): void => {
    this.#isTimed = false;
    this.#appendDue();
  };

  /**
   * Writes all collected lines with one promise: a promise for the lines of each call would take as long as the write
   * itself.
   */
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
