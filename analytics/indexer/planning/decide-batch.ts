import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchInPlanning } from '../../../store/ingest/planning/batch-plan.ts';
import type { NativeBlock } from '../../native/insert-block.ts';
import { insertIdentities } from '../events/event-identities.ts';
import type { FactTable } from '../events/fact-rows.ts';
import { foldLines, foldReplacedEndings } from '../folding/fold-lines.ts';
import type { FoldedPositions } from '../folding/folded-dimension.ts';
import type { ValueShares } from '../folding/value-shares.ts';
import { makeBlocks } from '../loading/make-blocks.ts';
import { prepareBatch, type PreparedBatch } from '../loading/prepare-batch.ts';
import type { ReadBatch } from '../events/read-batch.ts';
import { recognizeEvents, type EarlierEventSources, type RecognizedBatch } from '../recognition/recognize-events.ts';

/** The ports that decide on the lines of a batch. */
export interface DecisionPorts extends EarlierEventSources {
  readonly valueShares: ValueShares;
}

/** A batch whose lines are decided, with their rows. */
export interface DecidedBatch {
  readonly recognized: RecognizedBatch;
  readonly folded: FoldedPositions;
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
  ports: DecisionPorts,
  batch: BatchInPlanning,
  read: ReadBatch,
): Promise<DecidedBatch> {
  const stated = await recognizeEvents(ports, batch, read);
  const folded = await ports.valueShares.fold(batch, stated.fresh);
  const recognized = foldRecognized(stated, folded, batch);
  const { fresh: lines, late, opening } = recognized;
  const [made] = await Promise.all([
    makeRows(batch, recognized),
    insertIdentities(ports.clickhouse, [{ batchId: batch.batchId, lines, late, opening }]),
  ]);
  return { recognized, folded, ...made };
}

/** Replaces folded values before rows are made, so that facts and rollups agree. */
function foldRecognized(
  recognized: RecognizedBatch,
  folded: FoldedPositions,
  { firstSeq }: BatchInPlanning,
): RecognizedBatch {
  const { read, replaced } = recognized;
  return {
    ...recognized,
    read: { ...read, facts: foldLines(read.facts, folded) },
    replaced: foldReplacedEndings(replaced, folded, firstSeq),
  };
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
