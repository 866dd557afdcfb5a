import type { Clock } from '../../domain/clock.ts';
import type { FaultPoints } from '../../domain/fault-points.ts';
import type { BatchPlan, IngestBatchStore, PlannedBatch } from '../../store/ingest-batches.ts';
import type { IngestScopeStore } from '../../store/ingest-scopes.ts';
import type { IngestSourceStore } from '../../store/ingest-sources.ts';
import type { AnalyticsClient } from '../client.ts';
import type { BlockLimits, EventSource, LineBlock } from '../journal/event-source.ts';
import { gapsOf } from './batch-gaps.ts';
import { insertFacts } from './insert-facts.ts';
import { prepareAgain, prepareBatch, type PreparedBatch } from './prepare-batch.ts';

/** What carries events into the facts. */
export interface IndexerPorts {
  readonly clickhouse: AnalyticsClient;
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

/**
 * Lines in one batch. With its rollups an insert costs about 60 ms of processor time however few rows it has, so that a
 * batch should be large; it is held in memory as lines, events and rows.
 */
const LIMITS: BlockLimits = { lines: 50_000, bytes: 32 * 1024 * 1024 };

/** The characters of a line set aside that are kept for whoever looks into it. */
const KEPT_CHARACTERS = 2_000;

/** What one step did: lines loaded, lines set aside, and where the source now stands. */
export interface SourceStep {
  readonly lines: number;
  readonly quarantined: number;
  readonly nextOffset: bigint;
}

/**
 * Carries a leased source one batch further: the planned batch if there is one, else the next. Undefined when the source
 * has nothing more. A crash anywhere in between leaves a planned batch, which the next step repeats.
 *
 * @throws LeaseLostError when another indexer has the source now
 */
export async function advanceSource(
  ports: IndexerPorts,
  source: EventSource,
  holder: string,
  nextOffset: bigint,
): Promise<SourceStep | undefined> {
  const unfinished = await ports.batches.planned(source.id);
  if (unfinished !== undefined) {
    const block = await source.readAgain(unfinished.firstOffset, unfinished.lastOffset);
    await load(ports, holder, unfinished, prepareAgain(block.lines, unfinished.quarantined));
    return stepOf(block, unfinished);
  }
  const block = await source.read(nextOffset, LIMITS);
  if (block.lines.length === 0) return undefined;
  const prepared = await prepareBatch(block.lines, ports.scopes);
  ports.faults.reach('indexer.before_plan');
  const planned = await ports.batches.plan(holder, await planOf(ports, source, block, prepared));
  if (planned === undefined) throw leaseLost(source.id);
  ports.faults.reach('indexer.after_plan');
  await load(ports, holder, planned, prepared);
  return stepOf(block, planned);
}

function stepOf(block: LineBlock, batch: PlannedBatch): SourceStep {
  return { lines: block.lines.length, quarantined: batch.quarantined.size, nextOffset: block.lastOffset };
}

function leaseLost(sourceId: string): LeaseLostError {
  return new LeaseLostError(`Another indexer has taken over ${sourceId}.`);
}

async function planOf(
  ports: IndexerPorts,
  source: EventSource,
  block: LineBlock,
  prepared: PreparedBatch,
): Promise<BatchPlan> {
  const served = prepared.faulty.length === 0 ? [] : await ports.batches.workspacesOf(source.id);
  return {
    sourceId: source.id,
    firstOffset: block.firstOffset,
    lastOffset: block.lastOffset,
    lineCount: block.lines.length,
    eventCounts: prepared.eventCounts,
    quarantined: prepared.faulty.map(({ index, reason, detail, line }) => ({
      index,
      reason,
      detail: storable(detail),
      lineStart: storable(line),
    })),
    gaps: gapsOf(prepared, served, ports.clock.now()),
    reach: prepared.reach,
  };
}

/** Postgres text holds no NUL, and half a surrogate pair cut off at the end is no text either. */
function storable(text: string): string {
  return text
    .slice(0, KEPT_CHARACTERS)
    .replaceAll('\u0000', '\ufffd')
    .replace(/[\ud800-\udbff]$/, '');
}

/** Tables are loaded side by side; a fault is thrown once none of them is under way any more. */
async function load(ports: IndexerPorts, holder: string, batch: PlannedBatch, prepared: PreparedBatch): Promise<void> {
  if (!(await ports.sources.renew(batch.sourceId, holder))) throw leaseLost(batch.sourceId);
  let missing = prepared.rows.size;
  const inserts = [...prepared.rows].map(async ([table, rows]) => {
    await insertFacts(ports.clickhouse, batch, table, rows);
    missing -= 1;
    if (missing > 0) ports.faults.reach('indexer.between_tables');
  });
  const failed = (await Promise.allSettled(inserts)).find((insert) => insert.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  ports.faults.reach('indexer.after_insert');
  await ports.batches.markLoaded(batch, prepared.reach);
  ports.faults.reach('indexer.after_loaded');
}
