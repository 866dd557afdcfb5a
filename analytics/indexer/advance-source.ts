import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { BatchPlan, IngestBatchStore, PlannedBatch } from '../../store/ingest/ingest-batches.ts';
import type { IngestScopeStore } from '../../store/ingest/ingest-scopes.ts';
import type { IngestSourceStore } from '../../store/ingest/ingest-sources.ts';
import type { AnalyticsClient } from '../client.ts';
import type { BlockLimits, EventSource, LineBlock } from '../../journal/event-source.ts';
import { gapsOf } from './batch-gaps.ts';
import type { FactTable } from './fact-rows.ts';
import { insertFacts, type BatchRows } from './insert-facts.ts';
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
  const block = await source.read(nextOffset, LIMITS);
  if (block.lines.length === 0) return undefined;
  const prepared = await prepareBatch(block.lines, ports.scopes);
  ports.faults.reach('indexer.before_plan');
  const planned = await ports.batches.plan(holder, await planOf(ports, source, block, prepared));
  if (planned === undefined) throw leaseLost(source.id);
  ports.faults.reach('indexer.after_plan');
  await load(ports, holder, planned, [{ batch: planned, prepared }]);
  return { lines: block.lines.length, quarantined: planned.quarantined.size, nextOffset: block.lastOffset };
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
  const step = { lines: 0, quarantined: 0, nextOffset: first.firstOffset };
  for (const batch of planned) {
    const { lines } = await source.readAgain(batch.firstOffset, batch.lastOffset);
    parts.push({ batch, prepared: prepareAgain(lines, batch.quarantined, horizons) });
    step.lines += lines.length;
    step.quarantined += batch.quarantined.size;
    step.nextOffset = batch.lastOffset;
  }
  await load(ports, holder, first, parts);
  return step;
}

interface BatchPart {
  readonly batch: PlannedBatch;
  readonly prepared: PreparedBatch;
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
    own: prepared.own,
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
async function load(
  ports: IndexerPorts,
  holder: string,
  { sourceId, token }: PlannedBatch,
  parts: readonly BatchPart[],
): Promise<void> {
  if (!(await ports.sources.renew(sourceId, holder))) throw leaseLost(sourceId);
  const tables = byTable(parts);
  let missing = tables.size;
  const inserts = [...tables].map(async ([table, rows]) => {
    await insertFacts(ports.clickhouse, token, table, rows);
    missing -= 1;
    if (missing > 0) ports.faults.reach('indexer.between_tables');
  });
  const failed = (await Promise.allSettled(inserts)).find((insert) => insert.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  ports.faults.reach('indexer.after_insert');
  await ports.batches.markLoaded(parts.map(({ batch, prepared }) => ({ batch, reach: prepared.reach })));
  ports.faults.reach('indexer.after_loaded');
}

function byTable(parts: readonly BatchPart[]): Map<FactTable, [BatchRows, ...BatchRows[]]> {
  const tables = new Map<FactTable, [BatchRows, ...BatchRows[]]>();
  for (const { batch, prepared } of parts) {
    for (const [table, rows] of prepared.rows) {
      const known = tables.get(table);
      if (known === undefined) tables.set(table, [{ batch, rows }]);
      else known.push({ batch, rows });
    }
  }
  return tables;
}
