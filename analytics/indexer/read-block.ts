import type { BlockLimits, EventSource, LineBlock } from '../../journal/event-source.ts';
import { splitEvents } from '../../journal/ended-call.ts';
import type { PlannedBatch } from '../../store/ingest/batch-plan.ts';
import type { IngestScopeStore } from '../../store/ingest/ingest-scope-store.ts';
import { readBatch, type ReadBatch } from './read-batch.ts';

/** The next lines of a source, one for each event, and what they hold. */
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
  const lines = block.lines.flatMap(splitEvents);
  return { block: { ...block, lines }, read: await readBatch(lines, scopes) };
}

/**
 * The lines of a planned batch, as its plan counts them: a version that knew of no lines with several events took each for one, which it
 * set aside.
 */
export async function linesAsPlanned(
  source: EventSource,
  { firstOffset, lastOffset, lineCount }: Pick<PlannedBatch, 'firstOffset' | 'lastOffset' | 'lineCount'>,
): Promise<readonly string[]> {
  const { lines } = await source.readAgain(firstOffset, lastOffset);
  return lines.length === lineCount ? lines : lines.flatMap(splitEvents);
}
