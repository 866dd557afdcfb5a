import { isInWindow } from '../call-window.ts';
import type { CallCounter } from '../groups/call-counter.ts';
import type { CallFacts } from '../groups/call-facts.ts';
import { CALL_STATUSES } from '../groups/call-statuses.ts';
import type { GroupTable } from '../groups/group-table.ts';
import type { LineBlock } from '../read-line-blocks.ts';
import type { SkippedLines } from '../skipped-lines.ts';
import type { CarefulLines, LooseEvent } from './careful-lines.ts';
import { OpenRequests } from './open-requests.ts';
import { clearPart, LineScanner, type Part } from './scan-line.ts';

const NEWLINE = 0x0a;
/** The third byte of `{"ended":` and of `{"event":`, and the fourth. */
const LETTER = 3;
const N = 0x6e;
const V = 0x76;
/** The most endings without an admission that are held, and the most admissions without an ending. */
const MAX_HELD = 100_000;

/** A call without an ending: nothing is known to be sent to a provider. */
const PENDING: CallFacts = {
  ...{ admittedMs: 0, status: CALL_STATUSES.indexOf('pending'), knownNanos: 0, latencyMs: -1 },
  ...{ inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  ...{ isUnpriced: false, isPending: true, isCostEstimate: false, isCacheHit: false },
};

interface PartScannerParts {
  readonly counter: CallCounter;
  readonly skipped: SkippedLines;
  /** True if calls can begin before the part and end after it. */
  readonly isPart: boolean;
}

/** The calls of a part of a log that the parts before and after it complete. */
export interface PartEdges {
  /** Events of calls that begin or end in other parts, in their order. */
  readonly loose: readonly LooseEvent[];
  /** The keys of counted calls whose admission is in another part. */
  readonly unopened: readonly string[];
}

/**
 * Counts the calls of a part of a log: by the scanner where it accepts a line, and by the rules of the format
 * elsewhere.
 */
export class PartScanner {
  readonly #parts: PartScannerParts;
  readonly #scanner = new LineScanner();
  readonly #open = new OpenRequests();
  #unopened: string[] = [];
  #careful: CarefulLines | undefined;
  readonly #tables: readonly (readonly [Part, GroupTable])[];

  constructor(parts: PartScannerParts) {
    this.#parts = parts;
    const scanner = this.#scanner;
    const places = {
      model: scanner.model,
      trace: scanner.traceId,
      agent: scanner.agent,
      tool: scanner.tool,
      'step-class': scanner.stepClass,
    };
    this.#tables = [...parts.counter.tables].map(([key, table]) => [places[key], table]);
  }

  /** True if the part has too many calls of other parts, and has to be read after them. */
  get isOverfull(): boolean {
    const held = Math.max(this.#open.size, this.#unopened.length);
    return this.#parts.isPart && (held > MAX_HELD || this.#careful?.isOverfull === true);
  }

  async scan(block: LineBlock): Promise<void> {
    const { bytes, to } = block;
    for (let start = block.from; start < to;) {
      const stop = this.#scanLines(block, start);
      if (stop >= to) break;
      // The rules of the format load only for a log that needs them.
      const newline = bytes.indexOf(NEWLINE, stop);
      const end = newline === -1 || newline > to ? to : newline;
      this.#careful ??= await this.#loadCareful();
      const isTorn = block.isTorn && end === to;
      this.#careful.read(bytes, stop, end, { offset: block.offset + stop - block.from, isTorn });
      start = end + 1;
    }
    this.#open.endBlock(bytes);
    if (!this.#parts.isPart) await this.#bound();
  }

  /** Ends a whole log: calls without an ending are pending. */
  async finishWhole(): Promise<void> {
    const unopened = new Set(this.#unopened);
    const open = this.#open.takeAll().filter(({ requestId }) => !unopened.has(requestId));
    // A log of a running gateway always has open calls, and few logs have lines that need the rules of the format.
    const rest = this.#careful === undefined ? open.filter(({ line }) => !this.#addPending(Buffer.from(line))) : open;
    if (rest.length > 0) this.#careful ??= await this.#loadCareful();
    for (const key of unopened) this.#careful?.close(key);
    for (const line of rest) this.#careful?.addAdmission(line);
    this.#careful?.countRest();
  }

  /** Ends a part of a log. */
  async finishPart(): Promise<PartEdges> {
    if (this.#open.size > 0) {
      this.#careful ??= await this.#loadCareful();
      for (const line of this.#open.takeAll()) this.#careful.addAdmission(line);
    }
    return { loose: this.#careful?.takeLoose() ?? [], unopened: this.#unopened };
  }

  /** Counts lines from a place on. @returns the beginning of the first line that the scanner does not accept */
  #scanLines({ bytes, from, to, offset }: LineBlock, first: number): number {
    const scanner = this.#scanner;
    let start = first;
    while (start < to) {
      const letter = bytes[start + LETTER];
      let end = -1;
      if (letter === N) {
        end = scanner.scanEnding(bytes, start, to);
        if (end !== -1) this.#addEnding(bytes);
      } else if (letter === V) {
        end = scanner.scanAdmission(bytes, start, to);
        if (end !== -1 && isInWindow(this.#parts.counter.window, scanner.admittedMs)) {
          const { start: idStart, end: idEnd } = scanner.requestId;
          this.#open.add(bytes.toString('latin1', idStart, idEnd), start, end, offset + start - from);
        }
      } else if (bytes[start] === NEWLINE) end = start;
      if (end === -1) return start;
      start = end + 1;
    }
    return to;
  }

  #addEnding(bytes: Buffer): void {
    const scanner = this.#scanner;
    if (!isInWindow(this.#parts.counter.window, scanner.admittedMs)) return;
    this.#close(bytes.toString('latin1', scanner.requestId.start, scanner.requestId.end));
    this.#count(bytes, scanner);
  }

  /** Counts a call without an ending. @returns false if the scanner does not accept its line */
  #addPending(line: Buffer): boolean {
    const scanner = this.#scanner;
    if (scanner.scanAdmission(line, 0, line.length) === -1) return false;
    clearPart(scanner.model);
    this.#count(line, { ...PENDING, admittedMs: scanner.admittedMs });
    return true;
  }

  /** Counts the call that the scanner accepted last. */
  #count(bytes: Buffer, facts: CallFacts): void {
    const scanner = this.#scanner;
    const { counter } = this.#parts;
    const { start: traceStart, end: traceEnd } = scanner.traceId;
    if (!counter.isTrace(bytes, traceStart, traceEnd)) return;
    counter.activity.add(scanner.admittedMs);
    for (const [place, table] of this.#tables) table.add(table.groupOf(bytes, place.start, place.end), facts);
  }

  #close(key: string): void {
    if (this.#open.close(key)) return;
    if (this.#parts.isPart || this.#careful === undefined) this.#unopened.push(key);
    else this.#careful.close(key);
  }

  /** Keeps a log that lacks admissions or endings within its memory. */
  async #bound(): Promise<void> {
    if (this.#unopened.length > 2 * MAX_HELD) this.#unopened = this.#unopened.slice(-MAX_HELD);
    if (this.#open.size <= MAX_HELD) return;
    this.#careful ??= await this.#loadCareful();
    for (const line of this.#open.takeAll()) this.#careful.addAdmission(line);
  }

  async #loadCareful(): Promise<CarefulLines> {
    const { CarefulLines: Reader } = await import('./careful-lines.ts');
    const { counter, skipped, isPart } = this.#parts;
    return new Reader({ counter, skipped, isPart, open: this.#open, onEnding: (key) => this.#close(key) });
  }
}
