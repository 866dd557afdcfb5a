import { mayBeContent } from '../../contracts/ingest/events/content.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { BatchBlock, BatchPlan, LoadedBatch, PlannedBatch, PlannedGap } from '../../store/ingest/batch-plan.ts';
import type { IngestBatchStore } from '../../store/ingest/ingest-batch-store.ts';
import type { IngestScopeStore } from '../../store/ingest/ingest-scope-store.ts';
import type { IngestSourceStore } from '../../store/ingest/ingest-source-store.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import type { EventSource, LineBlock } from '../../journal/source/event-source.ts';
import type { NativeBlock } from '../native/insert-block.ts';
import { linesAsPlanned, readBlock, type BlockRead } from './read-block.ts';
import { findBatchGaps } from './find-batch-gaps.ts';
import { decideBatch, type DecidedBatch } from './decide-batch.ts';
import { digitsOf, hashFromDigits } from './events/event-hash.ts';
import { identifyFaultyLine } from './events/identify-event.ts';
import { insertIdentities } from './events/event-identities.ts';
import type { FactTable } from './events/fact-rows.ts';
import { insertFacts } from './insert-facts.ts';
import { makeBlocks } from './make-blocks.ts';
import { prepareBatch, type PreparedBatch } from './prepare-batch.ts';
import { readAgain, type FactLine, type ReadBatch } from './events/read-batch.ts';
import type { KnownRequests } from './recognition/known-requests.ts';
import type { RecognizedBatch } from './recognition/recognize-events.ts';

/** What carries events into the facts. */
export interface IndexerPorts {
  readonly clickhouse: AnalyticsClient;
  readonly knownRequests: KnownRequests;
  readonly sources: IngestSourceStore;
  readonly batches: IngestBatchStore;
  readonly scopes: IngestScopeStore;
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

/** Thrown when another indexer has taken the source over; what was being done is left to it. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The characters of a line set aside that are kept for whoever looks into it. */
const KEPT_CHARACTERS = 2_000;

/** The lines set aside of one batch that are kept, its first: what a credential may send in a minute would fill the control plane. */
export const KEPT_LINES = 1_000;

/** What one step did: its lines, of these the repetitions and those set aside, and where the source now stands. */
export interface SourceStep {
  readonly lines: number;
  readonly repeated: number;
  readonly quarantined: number;
  readonly nextOffset: bigint;
}

/**
 * Carries a leased source one batch further: what is planned already if there is anything, else the next. Undefined when
 * the source has nothing more. A crash anywhere in between leaves a planned batch, which the next step repeats.
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
  await load(ports, holder, rows);
  return step;
}

/**
 * Carries a leased source to its end, a step for each batch: what is planned already, then the rest. While a batch is loaded the
 * next one is planned and the one behind it read, so that neither the engine nor this process waits for the other. A crash leaves up
 * to two planned batches, which are repeated one after the other.
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
  let reading = beside(readBlock(source, ports.scopes, from));
  let planning: Promise<NextBatch> | undefined;
  let loading: Promise<SourceStep> | undefined;
  try {
    for (let read = await reading; read.block.lines.length > 0; read = await reading) {
      reading = beside(readBlock(source, ports.scopes, read.block.lastOffset));
      planning = beside(planBehind(loading, () => planNext(ports, source, holder, read)));
      if (loading !== undefined) yield await loading;
      const { step, rows } = await planning;
      loading = beside(load(ports, holder, rows).then(() => step));
    }
    if (loading !== undefined) yield await loading;
  } finally {
    // Whoever holds the source may close it now.
    await Promise.allSettled([reading, planning, loading]);
  }
}

/** Work whose fault waits until its result is asked for. */
function beside<Result>(work: Promise<Result>): Promise<Result> {
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

/** A batch that is planned and not loaded. */
interface NextBatch {
  readonly step: SourceStep;
  readonly rows: RowsToLoad;
}

async function planNext(
  ports: IndexerPorts,
  source: EventSource,
  holder: string,
  { block, read }: BlockRead,
): Promise<NextBatch> {
  ports.faults.reach('indexer.before_plan');
  const served = read.faulty.length === 0 ? [] : await ports.batches.workspacesOf(source.id);
  let decided: DecidedBatch | undefined;
  const batch = await ports.batches.plan(holder, placeOf(source, block, read), async (inPlanning) => {
    decided = await decideBatch(ports, inPlanning, read);
    ports.faults.reach('indexer.before_commit');
    const { prepared, recognized } = decided;
    return planOf(prepared, recognized, findBatchGaps(prepared, served, ports.clock.now()));
  });
  if (batch === undefined || decided === undefined) throw leaseLost(source.id);
  ports.knownRequests.addPlanned(batch, block.lines.length);
  ports.faults.reach('indexer.after_plan');
  const step = {
    lines: block.lines.length,
    repeated: batch.repeated.size,
    quarantined: batch.quarantined.size,
    nextOffset: block.lastOffset,
  };
  const { prepared, blocks } = decided;
  return { step, rows: rowsToLoad(batch, [{ batch, prepared }], blocks) };
}

/** Loads what of a leased source is planned already; undefined when nothing is. */
export async function repeatPlanned(
  ports: IndexerPorts,
  source: EventSource,
  holder: string,
): Promise<SourceStep | undefined> {
  const planned = await ports.batches.planned(source.id);
  const [first] = planned;
  if (first === undefined) return undefined;
  // What has expired since is not loaded again; a batch that was never loaded is repeated as it was.
  const horizons = first.reload ? await ports.scopes.horizons() : new Map<string, number>();
  const parts: BatchPart[] = [];
  const step = { lines: 0, repeated: 0, quarantined: 0, nextOffset: first.firstOffset };
  for (const batch of planned) {
    const lines = batch.isEmpty ? [] : await linesAsPlanned(source, batch);
    const prepared = prepareBatch(readAgain(lines, batch.quarantined), { ...batch, horizons });
    parts.push({ batch, prepared });
    step.lines += batch.isEmpty ? batch.quarantined.size : lines.length;
    step.repeated += batch.repeated.size;
    step.quarantined += batch.quarantined.size;
    step.nextOffset = batch.lastOffset;
  }
  await identify(ports, parts);
  await load(ports, holder, rowsToLoad(first, parts, await makeBlocks(parts)));
  return step;
}

/**
 * Writes down what the events of batches are known by. Their plans did already, unless an older version made them, which knew
 * less of them, or they are loaded into empty tables.
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

interface BatchPart {
  readonly batch: PlannedBatch;
  readonly prepared: PreparedBatch;
}

function leaseLost(sourceId: string): LeaseLostError {
  return new LeaseLostError(`Another indexer has taken over ${sourceId}.`);
}

function placeOf(source: EventSource, block: LineBlock, { facts }: ReadBatch): BatchBlock {
  return {
    sourceId: source.id,
    firstOffset: block.firstOffset,
    lastOffset: block.lastOffset,
    lineCount: block.lines.length,
    ...(block.mark !== undefined && { mark: block.mark }),
    workspaceIds: [...new Set(facts.map(({ event }) => event.scope.workspace_id))],
  };
}

function planOf(
  prepared: PreparedBatch,
  { read, repeated, late, opening, replaced }: RecognizedBatch,
  gaps: readonly PlannedGap[],
): BatchPlan {
  const aside = [...prepared.faulty].sort((one, other) => one.index - other.index);
  return {
    eventCounts: prepared.eventCounts,
    repeated: [...repeated],
    late: [...late],
    opening: [...opening],
    replaced,
    evaluated: prepared.evaluated,
    quarantined: aside.slice(0, KEPT_LINES).map(({ index, reason, detail, line, trace }) => ({
      index,
      reason,
      workspaceId: trace.workspaceId,
      environmentId: trace.environmentId,
      detail: storable(detail),
      // What people asked lies in no table: a file of traffic is no place for it, and what is wrong is told all the same.
      lineStart: mayBeContent(line) ? '' : storable(line),
      // What was said twice is missing until somebody says which of the two holds.
      eventHash: reason === 'conflicting' ? undefined : identifyFaultyLine(line),
    })),
    unkept: aside.slice(KEPT_LINES).map(({ index }) => index),
    gaps,
    events: (among) => eventPlaces(read.facts, among),
    reach: prepared.reach,
    own: prepared.own,
  };
}

function eventPlaces(facts: readonly FactLine[], among: readonly string[] | undefined): ReadonlyMap<string, number> {
  const sought = among && new Set(among.map(hashFromDigits));
  const found = sought ? facts.filter(({ identity }) => sought.has(identity.event)) : facts;
  return new Map(found.map(({ index, identity }) => [digitsOf(identity.event), index]));
}

/** Postgres text holds no NUL, and half a surrogate pair cut off at the end is no text either. */
function storable(text: string): string {
  return text
    .slice(0, KEPT_CHARACTERS)
    .replaceAll('\u0000', '\ufffd')
    .replace(/[\ud800-\udbff]$/, '');
}

/** The rows of batches that share a token, as bytes: beside them nothing of what the batches hold is kept until they are loaded. */
interface RowsToLoad {
  readonly sourceId: string;
  readonly token: string;
  readonly blocks: ReadonlyMap<FactTable, NativeBlock>;
  readonly batches: readonly LoadedBatch[];
}

function rowsToLoad(
  { sourceId, token }: PlannedBatch,
  parts: readonly BatchPart[],
  blocks: RowsToLoad['blocks'],
): RowsToLoad {
  const batches = parts.map(({ batch, prepared }) => ({ batch, reach: prepared.reach }));
  return { sourceId, token, blocks, batches };
}

/** Tables are loaded side by side; a fault is thrown once none of them is under way any more. */
async function load(
  ports: IndexerPorts,
  holder: string,
  { sourceId, token, blocks, batches }: RowsToLoad,
): Promise<void> {
  if (!(await ports.sources.renew(sourceId, holder))) throw leaseLost(sourceId);
  let missing = blocks.size;
  const inserts = [...blocks].map(async ([table, block]) => {
    await insertFacts(ports.clickhouse, token, table, block);
    missing -= 1;
    if (missing > 0) ports.faults.reach('indexer.between_tables');
  });
  const failed = (await Promise.allSettled(inserts)).find((insert) => insert.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  ports.faults.reach('indexer.after_insert');
  await ports.batches.markLoaded(batches);
  ports.faults.reach('indexer.after_loaded');
}
