import type { BlockLimits, EventSource, LineBlock } from '../../journal/event-source.ts';
import type { IngestScopeStore } from '../../store/ingest/ingest-scope-store.ts';
import { readBatch, type ReadBatch } from './read-batch.ts';

/** The next lines of a source, and what they hold. */
export interface BlockRead {
  readonly block: LineBlock;
  readonly read: ReadBatch;
}

/**
 * Lines in one batch. With its rollups an insert costs about 60 ms of processor time however few rows it has, so that a
 * batch should be large: one of 150,000 lines takes the engine two thirds of what three of 50,000 do. It is held in memory
 * as events and rows, about 3 KB a line.
 */
const LIMITS: BlockLimits = { lines: 100_000, bytes: 64 * 1024 * 1024 };

/** Reads the next lines of a source, from an offset on. */
export async function readBlock(source: EventSource, scopes: IngestScopeStore, from: bigint): Promise<BlockRead> {
  const block = await source.read(from, LIMITS);
  return { block, read: await readBatch(block.lines, scopes) };
}
