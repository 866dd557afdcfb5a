import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlockLimits, EventLog, GrowingSource } from '../source/event-source.ts';

/**
 * The maximum of one block, about 3 MB of a busy gateway. The process reads it and scans its lines in about 5 ms, in
 * which it answers no other request.
 */
const BLOCK: BlockLimits = { lines: 8_000, bytes: 4_194_304 };

/** The maximum number of blocks that one call reads of a source, about 100 MB. The rest of the source is skipped. */
const MAX_BLOCKS = 32;

/** The bytes at the end of the journal that the first call reads, for all writers together and for each of them. */
const RECENT = { bytes: 16_777_216, minOfWriter: 65_536, maxOfWriter: 1_048_576 } as const;

/** The position of a source. */
interface TailPosition {
  readonly offset: bigint;
  /** The end of the source when it was last read; undefined if it was not read yet. */
  readonly end: bigint | undefined;
  /** True for a source that is read to its end and that no writer appends to. It costs no further read. */
  readonly isOver: boolean;
}

/**
 * Reads the end of a journal as it grows, as the indexer reads it. It plans nothing and waits for no disk, so it delays
 * neither the indexer nor a writer. Its memory is one position for each source that the journal lists.
 */
export class JournalTail {
  readonly #logs: readonly EventLog[];
  readonly #positions = new Map<string, TailPosition>();
  #hasBegun = false;

  constructor(logs: readonly EventLog[]) {
    this.#logs = logs;
  }

  /**
   * Reads the lines that were written since the last call; the first call reads the end of the journal. Returns true if
   * it skipped lines, because they are too many or because a source was set back. A fault of one source does not affect
   * the others.
   *
   * @param take receives the lines of a source, in their order
   * @throws the first fault of a source, after it has read all others
   */
  async read(take: (lines: readonly string[]) => void): Promise<boolean> {
    const sources = (await Promise.all(this.#logs.map((log) => log.sources()))).flat();
    const growing = lastOfEachWriter(sources);
    if (!this.#hasBegun) await this.#begin(sources, growing);
    this.#forgetAllBut(sources);
    let fault: Error | undefined;
    let hasSkipped = false;
    for (const source of sources) {
      if (this.#positions.get(source.id)?.isOver === true) continue;
      try {
        if (await this.#readSource(source, !growing.has(source.id), take)) hasSkipped = true;
      } catch (error) {
        fault ??= error as Error;
      }
    }
    if (fault !== undefined) throw fault;
    return hasSkipped;
  }

  /** Starts near the end of the last source of each writer. Earlier sources are not read. */
  async #begin(sources: readonly GrowingSource[], growing: ReadonlySet<string>): Promise<void> {
    const share = Math.floor(RECENT.bytes / Math.max(1, growing.size));
    const bytes = Math.min(RECENT.maxOfWriter, Math.max(RECENT.minOfWriter, share));
    for (const source of sources) {
      const isOver = !growing.has(source.id);
      const offset = isOver ? 0n : ((await source.recentOffset?.(bytes)) ?? (await source.end()));
      this.#positions.set(source.id, { offset, end: undefined, isOver });
    }
    this.#hasBegun = true;
  }

  /** Forgets sources that the journal no longer lists, because their lines were loaded long ago. */
  #forgetAllBut(sources: readonly GrowingSource[]): void {
    const listed = new Set(sources.map(({ id }) => id));
    for (const id of this.#positions.keys()) if (!listed.has(id)) this.#positions.delete(id);
  }

  /** Reads a source to its present end. Returns true if it skipped lines. */
  async #readSource(
    source: GrowingSource,
    isOver: boolean,
    take: (lines: readonly string[]) => void,
  ): Promise<boolean> {
    const known = this.#positions.get(source.id);
    const end = await source.end();
    if (known?.end === end) {
      // A torn last line stays unread, and must not be read again twice a second.
      this.#positions.set(source.id, { ...known, isOver });
      return false;
    }
    const from = known?.offset ?? 0n;
    let at = from < end ? from : end;
    let blocks = 0;
    for (; at < end && blocks < MAX_BLOCKS; blocks += 1) {
      const { lines, lastOffset } = await (source.peek?.(at, BLOCK) ?? source.read(at, BLOCK));
      if (lines.length === 0) break;
      take(lines);
      at = lastOffset;
      this.#positions.set(source.id, { offset: at, end: undefined, isOver: false });
      await nextTurn();
    }
    const hasTooMany = blocks === MAX_BLOCKS && at < end;
    this.#positions.set(source.id, { offset: hasTooMany ? end : at, end, isOver });
    return hasTooMany || from > end;
  }
}

/** The ids of the sources that may still grow: the last one of each writer, and all without a writer. */
function lastOfEachWriter(sources: readonly GrowingSource[]): ReadonlySet<string> {
  const last = new Map<string, string>();
  for (const { id, writer = id } of sources) last.set(writer, id);
  return new Set(last.values());
}
