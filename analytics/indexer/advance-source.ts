import { Refusal } from '../../domain/kernel/errors.ts';
import type { EventSource } from '../../journal/source/event-source.ts';
import type { IndexerPorts } from './indexer-ports.ts';
import { loadBatches } from './loading/load-batches.ts';
import type { SourceStep } from './loading/source-step.ts';
import { planNext, type NextBatch } from './planning/plan-next.ts';
import { readBlock } from './reading/read-block.ts';
import { loadPlannedBatches } from './load-planned-batches.ts';

/**
 * Loads one batch of a leased source: a planned batch if there is one, else the next. Undefined if the source has no
 * more lines. A crash leaves a planned batch, which the next step repeats.
 *
 * @throws LeaseLostError if another indexer has the source now
 */
export async function advanceSource(
  ports: IndexerPorts,
  source: EventSource,
  holder: string,
  nextOffset: bigint,
): Promise<SourceStep | undefined> {
  const repeated = await loadPlannedBatches(ports, source, holder);
  if (repeated !== undefined) return repeated;
  const read = await readBlock(source, ports.scopes, nextOffset);
  if (read.block.lines.length === 0) return undefined;
  const { step, rows } = await planNext(ports, source, holder, read);
  await loadBatches(ports, holder, rows);
  return step;
}

/**
 * Loads a leased source to its end, a step for each batch: first the planned batches, then the rest. While a batch is
 * loaded, the next one is planned and the one after it is read, so that neither the engine nor this process waits for
 * the other. A crash leaves up to two planned batches, which are repeated in order.
 *
 * @throws LeaseLostError if another indexer has the source now
 */
export async function* advanceToEnd(
  ports: IndexerPorts,
  source: EventSource,
  holder: string,
  nextOffset: bigint,
): AsyncGenerator<SourceStep> {
  let from = nextOffset;
  for (
    let step = await loadPlannedBatches(ports, source, holder);
    step;
    step = await loadPlannedBatches(ports, source, holder)
  ) {
    from = step.nextOffset;
    yield step;
  }
  let reading = deferFault(readBlock(source, ports.scopes, from));
  let planning: Promise<NextBatch> | undefined;
  let loading: Promise<SourceStep> | undefined;
  try {
    for (let read = await reading; read.block.lines.length > 0; read = await reading) {
      reading = deferFault(readBlock(source, ports.scopes, read.block.lastOffset));
      planning = deferFault(planBehind(loading, () => planNext(ports, source, holder, read)));
      if (loading !== undefined) yield await loading;
      const { step, rows } = await planning;
      loading = deferFault(loadBatches(ports, holder, rows).then(() => step));
    }
    if (loading !== undefined) yield await loading;
  } finally {
    // The caller may close the source afterwards.
    await Promise.allSettled([reading, planning, loading]);
  }
}

/** Defers the fault of a promise until its result is awaited. */
function deferFault<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

/**
 * Plans a batch while another one is loaded. If planning is refused, it waits for the load and plans again: a
 * cancellation needs the ending that it replaces, which may be in the batch that is being loaded.
 */
async function planBehind(loading: Promise<unknown> | undefined, plan: () => Promise<NextBatch>): Promise<NextBatch> {
  try {
    return await plan();
  } catch (error) {
    if (loading === undefined || !(error instanceof Refusal)) throw error;
    await loading;
    return await plan();
  }
}
