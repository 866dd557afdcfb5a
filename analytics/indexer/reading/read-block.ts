import type { BlockLimits, EventSource, LineBlock } from '../../../journal/source/event-source.ts';
import { splitEvents } from '../../../contracts/ingest/calls/ended-call.ts';
import type { PlannedBatch } from '../../../store/ingest/planning/batch-plan.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import type { IngestScopeStore } from '../../../store/ingest/ingest-scope-store.ts';
import { readBatch, type ReadBatch } from '../events/read-batch.ts';

/** The next lines of a source, one for each event, and their content. */
export interface BlockRead {
  readonly block: LineBlock;
  readonly read: ReadBatch;
}

/**
 * The limits of one batch. An insert with its rollups takes about 60 ms of processor time for any number of rows, so
 * batches should be large. The engine loads one batch of 150,000 lines in two thirds of the time of three batches of
 * 50,000. A batch stays in memory as events and rows, about 3 KB for each line.
 */
const LIMITS: BlockLimits = { lines: 100_000, bytes: 64 * 1024 * 1024 };

/** Reads the next lines of a source, from an offset on. */
export async function readBlock(source: EventSource, scopes: IngestScopeStore, from: bigint): Promise<BlockRead> {
  const block = await source.read(from, LIMITS);
  const lines = block.lines.flatMap(splitEvents);
  return { block: { ...block, lines }, read: await readBatch(lines, scopes) };
}

/**
 * The lines of a planned batch, in the form that its plan counts.
 *
 * @throws DefectError if the source returns another number of lines than the plan counts: each row would get the
 *   position of another one
 */
export async function readPlannedLines(
  source: Pick<EventSource, 'id' | 'readAgain'>,
  batch: Pick<PlannedBatch, 'firstOffset' | 'lastOffset' | 'lineCount' | 'counted'>,
): Promise<readonly string[]> {
  const { firstOffset, lastOffset, lineCount } = batch;
  const { lines } = await source.readAgain(firstOffset, lastOffset);
  const planned = linesAsCounted(lines, batch);
  if (planned.length === lineCount) return planned;
  throw new DefectError(
    `The plan of a batch counts ${lineCount} lines of ${source.id} from ${firstOffset} to ${lastOffset}, and the source gives ` +
      `${planned.length}: its content has changed since. Restore it from a backup.`,
  );
}

/**
 * The lines of a block, as a plan counts them. A plan of an earlier version does not state whether it counts lines or
 * events. A line holds at least one event, so equal numbers mean one event in each line. Both ways of counting then
 * agree, because a quarantined line of a plan keeps its position.
 */
function linesAsCounted(
  lines: readonly string[],
  { lineCount, counted }: Pick<PlannedBatch, 'lineCount' | 'counted'>,
): readonly string[] {
  if (counted === 'lines') return lines;
  const events = lines.flatMap(splitEvents);
  return counted === 'events' || events.length === lineCount ? events : lines;
}
