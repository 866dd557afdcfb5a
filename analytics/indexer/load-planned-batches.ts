import type { EventSource } from '../../journal/source/event-source.ts';
import { findUsersErasedFrom, withoutErasedUsers } from './events/erased-users-in-batch.ts';
import { insertIdentities } from './events/event-identities.ts';
import { NotedDimensions } from './events/noted-dimensions.ts';
import { readPlannedBatch } from './events/read-batch.ts';
import { foldLines } from './folding/fold-lines.ts';
import type { IndexerPorts } from './indexer-ports.ts';
import { loadBatches, rowsToLoad, type BatchPart } from './loading/load-batches.ts';
import { makeBlocks } from './loading/make-blocks.ts';
import { prepareBatch } from './loading/prepare-batch.ts';
import type { SourceStep } from './loading/source-step.ts';
import { readPlannedLines } from './reading/read-block.ts';

/** Loads the planned batches of a leased source; undefined if there are none. */
export async function loadPlannedBatches(
  ports: IndexerPorts,
  source: EventSource,
  holder: string,
): Promise<SourceStep | undefined> {
  const planned = await ports.batches.planned(source.id);
  const [first] = planned;
  if (first === undefined) return undefined;
  // Facts that have expired since are not loaded again; a batch that was never loaded is repeated unchanged.
  const horizons = first.reload ? await ports.scopes.horizons() : new Map<string, number>();
  const noted = new NotedDimensions();
  const parts: BatchPart[] = [];
  const step = { lines: 0, repeated: 0, quarantined: 0, nextOffset: first.firstOffset };
  for (const batch of planned) {
    const lines = batch.isEmpty ? [] : await readPlannedLines(source, batch);
    const read = readPlannedBatch(lines, batch.quarantined, noted);
    const erased = await findUsersErasedFrom(read, ports.scopes);
    const known = withoutErasedUsers(read, erased);
    const folded = { ...known, facts: foldLines(known.facts, batch.folded) };
    const prepared = prepareBatch(folded, { ...batch, horizons });
    parts.push({ batch, prepared });
    step.lines += batch.isEmpty ? batch.quarantined.size : lines.length;
    step.repeated += batch.repeated.size;
    step.quarantined += batch.quarantined.size;
    step.nextOffset = batch.lastOffset;
  }
  await identify(ports, parts);
  await loadBatches(ports, holder, rowsToLoad(first, parts, await makeBlocks(parts)));
  return step;
}

/**
 * Stores the identities of the events of batches. Their plans have stored them, except if an older version planned them
 * with fewer identities, or if they are loaded into empty tables.
 */
async function identify(ports: IndexerPorts, parts: readonly BatchPart[]): Promise<void> {
  await insertIdentities(
    ports.clickhouse,
    parts.map(({ batch: { batchId, late, opening }, prepared: { accepted } }) => ({
      batchId,
      late,
      opening,
      lines: accepted,
    })),
  );
  ports.faults.reach('indexer.after_identities');
}
