import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchInPlanning } from '../../../store/ingest/planning/batch-plan.ts';
import type { NativeBlock } from '../../native/insert-block.ts';
import { insertIdentities } from '../events/event-identities.ts';
import type { FactTable } from '../events/fact-rows.ts';
import { makeBlocks } from '../loading/make-blocks.ts';
import { prepareBatch, type PreparedBatch } from '../loading/prepare-batch.ts';
import type { ReadBatch } from '../events/read-batch.ts';
import { recognizeEvents, type EarlierEventSources, type RecognizedBatch } from '../recognition/recognize-events.ts';

/** A batch whose lines are decided, with their rows. */
export interface DecidedBatch {
  readonly recognized: RecognizedBatch;
  readonly prepared: PreparedBatch;
  readonly blocks: ReadonlyMap<FactTable, NativeBlock>;
}

/**
 * Decides on the lines of a batch, and stores the identities of its new events while its rows are built. If the batch
 * is abandoned before it is planned, its identities are ignored.
 *
 * @throws Refusal `dependency_unavailable` while an ending that a cancellation replaces is not loaded
 */
export async function decideBatch(
  before: EarlierEventSources,
  batch: BatchInPlanning,
  read: ReadBatch,
): Promise<DecidedBatch> {
  const recognized = await recognizeEvents(before, batch, read);
  const { fresh: lines, late, opening } = recognized;
  const [made] = await Promise.all([
    makeRows(batch, recognized),
    insertIdentities(before.clickhouse, [{ batchId: batch.batchId, lines, late, opening }]),
  ]);
  return { recognized, ...made };
}

/** Builds the rows, after concurrent requests to the engine were sent. */
async function makeRows(
  batch: BatchInPlanning,
  recognized: RecognizedBatch,
): Promise<Pick<DecidedBatch, 'prepared' | 'blocks'>> {
  await nextTurn();
  const prepared = prepareBatch(recognized.read, recognized);
  return { prepared, blocks: await makeBlocks([{ batch, prepared }]) };
}
