import type { BlockLimits, EventSource, LineBlock } from '../../journal/event-source.ts';
import type { IngestScopeStore } from '../../store/ingest/ingest-scope-store.ts';
import { readBatch, type ReadBatch } from './read-batch.ts';

/** The next lines of a source, and what they hold. */
export interface BlockRead {
  readonly block: LineBlock;
  readonly read: ReadBatch;
}

/** Reads a source block by block. Of a long one, the next can be read while the one in hand is loaded. */
export interface BlockReader {
  /** The lines from an offset on. Rejects as the source or the scopes do, also with what was met ahead. */
  take(from: bigint): Promise<BlockRead>;
  /** Begins to read what `take` will be asked for next. */
  readAhead(from: bigint): void;
}

/**
 * Lines in one batch. With its rollups an insert costs about 60 ms of processor time however few rows it has, so that a
 * batch should be large: one of 150,000 lines takes the engine two thirds of what three of 50,000 do. It is held in memory
 * as events and rows, about 3 KB a line.
 */
const LIMITS: BlockLimits = { lines: 100_000, bytes: 64 * 1024 * 1024 };

export function createBlockReader(source: EventSource, scopes: IngestScopeStore): BlockReader {
  let ahead: { readonly from: bigint; readonly block: Promise<BlockRead> } | undefined;
  const readFrom = async (from: bigint): Promise<BlockRead> => {
    const block = await source.read(from, LIMITS);
    return { block, read: await readBatch(block.lines, scopes) };
  };
  return {
    take(from) {
      const begun = ahead;
      ahead = undefined;
      return begun?.from === from ? begun.block : readFrom(from);
    },
    readAhead(from) {
      const block = readFrom(from);
      // Whoever takes it hears of the fault.
      block.catch(() => undefined);
      ahead = { from, block };
    },
  };
}
