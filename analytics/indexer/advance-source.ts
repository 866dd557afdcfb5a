import { Refusal } from '../../domain/kernel/errors.ts';
import type { EventSource } from '../../journal/source/event-source.ts';
import type { IndexerPorts } from './indexer-ports.ts';
import { loadBatches } from './loading/load-batches.ts';
import type { SourceStep } from './loading/source-step.ts';
import { planNext, type NextBatch } from './planning/plan-next.ts';
import { readBlock } from './reading/read-block.ts';
import { repeatPlanned } from './repeat-planned.ts';

/**
 * Carries a leased source one batch further: what is planned already if there is anything, else the next. Undefined
 * when the source has nothing more. A crash anywhere in between leaves a planned batch, which the next step repeats.
 *
 * @throws LeaseLostError when another indexer has the source now
 */
export async function advanceSource(
  ports: IndexerPorts,
  source: EventSource,
  holder: string,
  nextOffset: bigint,
): Promise<SourceStep | undefined> {
  const repeated = await repeatPlanned(ports, source, holder);
  if (repeated !== undefined) return repeated;
  const read = await readBlock(source, ports.scopes, nextOffset);
  if (read.block.lines.length === 0) return undefined;
  const { step, rows } = await planNext(ports, source, holder, read);
  await loadBatches(ports, holder, rows);
  return step;
}

/**
 * Carries a leased source to its end, a step for each batch: what is planned already, then the rest. While a batch is
 * loaded the next one is planned and the one behind it read, so that neither the engine nor this process waits for the
 * other. A crash leaves up to two planned batches, which are repeated one after the other.
 *
 * @throws LeaseLostError when another indexer has the source now
 */
export async function* advanceToEnd(
  ports: IndexerPorts,
  source: EventSource,
  holder: string,
  nextOffset: bigint,
): AsyncGenerator<SourceStep> {
  let from = nextOffset;
  for (let step = await repeatPlanned(ports, source, holder); step; step = await repeatPlanned(ports, source, holder)) {
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
    // The holder of the source may close it now.
    await Promise.allSettled([reading, planning, loading]);
  }
}

/** Work whose fault waits until its result is asked for. */
function deferFault<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

/** A cancellation waits for the ending whose place it takes, which may be in the batch that is being loaded. */
async function planBehind(loading: Promise<unknown> | undefined, plan: () => Promise<NextBatch>): Promise<NextBatch> {
  try {
    return await plan();
  } catch (error) {
    if (loading === undefined || !(error instanceof Refusal)) throw error;
    await loading;
    return await plan();
  }
}
