import { isPossibleContent } from '../../../contracts/ingest/events/content.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { EventSource, LineBlock } from '../../../journal/source/event-source.ts';
import type { BatchBlock, BatchPlan, PlannedGap } from '../../../store/ingest/planning/batch-plan.ts';
import type { ErasedUsers } from '../../../store/ingest/erasure/find-erased-users.ts';
import type { IngestBatchStore } from '../../../store/ingest/ingest-batch-store.ts';
import type { IngestScopeStore } from '../../../store/ingest/ingest-scope-store.ts';
import { findUsersErasedFrom, statesErasedUser, withoutErasedUsers } from '../events/erased-users-in-batch.ts';
import { hashToDigits, hashFromDigits } from '../events/event-hash.ts';
import { identifyFaultyLine } from '../events/identify-event.ts';
import type { FactLine, ReadBatch } from '../events/read-batch.ts';
import { LeaseLostError } from '../loading/lease-lost-error.ts';
import { rowsToLoad, type RowsToLoad } from '../loading/load-batches.ts';
import type { SourceStep } from '../loading/source-step.ts';
import type { BlockRead } from '../reading/read-block.ts';
import { decideBatch, type DecidedBatch, type DecisionPorts } from './decide-batch.ts';
import { findBatchGaps } from './find-batch-gaps.ts';

/** The ports that plan batches. */
export interface PlanningPorts extends DecisionPorts {
  readonly batches: IngestBatchStore;
  readonly scopes: Pick<IngestScopeStore, 'erasedUsers'>;
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

/** The maximum number of characters of a quarantined line that are stored for the operator who examines it. */
const KEPT_CHARACTERS = 2_000;

/**
 * The maximum number of quarantined lines of one batch that are stored: the faulty lines that a credential can send in
 * a minute would fill the control plane.
 */
export const MAX_QUARANTINED_LINES = 1_000;

/** A batch that is planned and not yet loaded. */
export interface NextBatch {
  readonly step: SourceStep;
  readonly rows: RowsToLoad;
}

/**
 * Plans the next batch of a leased source.
 *
 * @throws LeaseLostError if another indexer has the source now
 */
export async function planNext(
  ports: PlanningPorts,
  source: EventSource,
  holder: string,
  { block, read }: BlockRead,
): Promise<NextBatch> {
  ports.faults.reach('indexer.before_plan');
  const served = read.faulty.length === 0 ? [] : await ports.batches.workspacesOf(source.id);
  let decided: DecidedBatch | undefined;
  const batch = await ports.batches.plan(holder, blockOf(source, block, read), async (inPlanning) => {
    // The lines may have been read before an erasure. A plan and an erasure wait for each other, so this finds it.
    const erased = await findUsersErasedFrom(read, ports.scopes);
    decided = await decideBatch(ports, inPlanning, withoutErasedUsers(read, erased));
    ports.faults.reach('indexer.before_commit');
    return planOf(decided, { gaps: findBatchGaps(decided.prepared, served, ports.clock.now()), erased });
  });
  if (batch === undefined || decided === undefined) throw new LeaseLostError(source.id);
  ports.knownRequests.addPlanned(batch, block.lines.length);
  ports.valueShares.addPlanned(batch, block.lines.length);
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

function blockOf(source: EventSource, block: LineBlock, { facts }: ReadBatch): BatchBlock {
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
  { prepared, recognized, folded }: DecidedBatch,
  { gaps, erased }: { readonly gaps: readonly PlannedGap[]; readonly erased: ErasedUsers },
): BatchPlan {
  const { read, repeated, late, opening, replaced } = recognized;
  const aside = [...prepared.faulty].sort((one, other) => one.index - other.index);
  return {
    eventCounts: prepared.eventCounts,
    repeated: [...repeated],
    late: [...late],
    opening: [...opening],
    replaced,
    folded,
    evaluated: prepared.evaluated,
    quarantined: aside.slice(0, MAX_QUARANTINED_LINES).map(({ index, reason, detail, line, trace }) => ({
      index,
      reason,
      workspaceId: trace.workspaceId,
      environmentId: trace.environmentId,
      detail: storable(detail),
      // Captured content and erased users are never stored in a table. Reason and detail are stored in any case.
      lineStart: isPossibleContent(line) || statesErasedUser(searched(line), trace, erased) ? '' : storable(line),
      // A contradicted event stays missing until a person decides which version is right.
      eventHash: reason === 'conflicting' ? undefined : identifyFaultyLine(line),
    })),
    unkept: aside.slice(MAX_QUARANTINED_LINES).map(({ index }) => index),
    gaps,
    events: (among) => eventPlaces(read.facts, among),
    reach: prepared.reach,
    own: prepared.own,
  };
}

function eventPlaces(facts: readonly FactLine[], among: readonly string[] | undefined): ReadonlyMap<string, number> {
  const sought = among && new Set(among.map(hashFromDigits));
  const found = sought ? facts.filter(({ identity }) => sought.has(identity.event)) : facts;
  return new Map(found.map(({ index, identity }) => [hashToDigits(identity.event), index]));
}

/** The stored characters, and enough further ones to complete a value that the end of the stored ones would cut off. */
function searched(line: string): string {
  return line.slice(0, 2 * KEPT_CHARACTERS);
}

/** A text that Postgres accepts: without NUL, and without half a surrogate pair that is cut off at the end. */
function storable(text: string): string {
  return text
    .slice(0, KEPT_CHARACTERS)
    .replaceAll('\u0000', '\ufffd')
    .replace(/[\ud800-\udbff]$/, '');
}
