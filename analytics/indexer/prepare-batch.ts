import { parseTrafficLine, traceOf, type LineFault } from '../../contracts/ingest/parse-traffic-line.ts';
import { instantMs } from '../../contracts/ingest/instant.ts';
import { producerOf, type FactEvent, type TrafficEvent } from '../../contracts/ingest/traffic-event.ts';
import type { CoverageGap } from '../../contracts/ingest/coverage-gap.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { BatchReach } from '../../store/ingest/ingest-batches.ts';
import type { IngestScopeStore } from '../../store/ingest/ingest-scopes.ts';
import { factOf, type FactTable } from './fact-rows.ts';
import type { IndexedRow } from './insert-facts.ts';

/** A line set aside, by its place in the batch. */
export interface FaultyLine extends LineFault {
  readonly index: number;
  readonly line: string;
}

/** What the lines of a batch hold. */
export interface PreparedBatch {
  /** Of every table that the batch has rows for. */
  readonly rows: ReadonlyMap<FactTable, readonly [IndexedRow, ...IndexedRow[]]>;
  readonly declaredGaps: readonly CoverageGap[];
  readonly faulty: readonly FaultyLine[];
  readonly reach: readonly BatchReach[];
  /** How many lines name each workspace, by its id. */
  readonly own: ReadonlyMap<string, number>;
  readonly eventCounts: Readonly<Record<string, number>>;
}

interface ValidLine {
  readonly index: number;
  readonly event: TrafficEvent;
}

/** Reads the lines of a new batch: what cannot be read, or belongs to nobody known, is set aside. */
export async function prepareBatch(lines: readonly string[], scopes: IngestScopeStore): Promise<PreparedBatch> {
  const faulty: FaultyLine[] = [];
  const valid: ValidLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (isBlank(line)) continue;
    const { event, fault } = parseTrafficLine(line);
    if (event === undefined) faulty.push({ ...fault, index, line });
    else valid.push({ index, event });
  }
  const belongs = await scopeCheck(valid, scopes);
  const known = valid.filter(({ event }) => belongs(event));
  for (const { index, event } of valid) {
    if (!belongs(event)) faulty.push({ ...strangerFault(event), index, line: lines[index] ?? '' });
  }
  return collect(known, faulty);
}

/**
 * Reads the lines of a planned batch again. What its plan set aside stays aside and nothing else joins it, even if a
 * tenant has appeared since: only the very same rows repeat the same insert.
 *
 * @param horizons of workspaces whose older facts are gone for good, in Unix milliseconds: they are not made rows of
 * @throws DefectError when a line that the plan took can no longer be read
 */
export function prepareAgain(
  lines: readonly string[],
  quarantined: ReadonlySet<number>,
  horizons: ReadonlyMap<string, number>,
): PreparedBatch {
  const valid: ValidLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (isBlank(line) || quarantined.has(index)) continue;
    const { event, fault } = parseTrafficLine(line);
    if (event === undefined) throw new DefectError(`A planned line is no longer valid: ${fault.detail}`);
    valid.push({ index, event });
  }
  return collect(valid, [], horizons);
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function strangerFault(event: TrafficEvent): LineFault {
  return {
    reason: 'unknown_scope',
    detail: 'The ids of its scope do not name one chain of known tenants.',
    trace: traceOf({ ...event }),
  };
}

function leafKey(scope: FactEvent['scope']): string {
  return [scope.organization_id, scope.workspace_id, scope.application_id, scope.gateway_id, scope.environment_id].join(
    '\n',
  );
}

async function scopeCheck(
  valid: readonly ValidLine[],
  scopes: IngestScopeStore,
): Promise<(event: TrafficEvent) => boolean> {
  const environments = new Set<string>();
  const workspaces = new Set<string>();
  for (const { event } of valid) {
    if (event.event === 'coverage_gap') workspaces.add(event.scope.workspace_id);
    else environments.add(event.scope.environment_id);
  }
  const leaves = environments.size === 0 ? [] : await scopes.leaves([...environments]);
  const tenants = workspaces.size === 0 ? [] : await scopes.workspaces([...workspaces]);
  const chains = new Set(
    leaves.map((leaf) =>
      [leaf.organizationId, leaf.workspaceId, leaf.applicationId, leaf.gatewayId, leaf.environmentId].join('\n'),
    ),
  );
  const owners = new Map(tenants.map((tenant) => [tenant.workspaceId, tenant.organizationId]));
  return (event) =>
    event.event === 'coverage_gap'
      ? owners.get(event.scope.workspace_id) === event.scope.organization_id
      : chains.has(leafKey(event.scope));
}

function collect(
  valid: readonly ValidLine[],
  faulty: readonly FaultyLine[],
  horizons: ReadonlyMap<string, number> = new Map(),
): PreparedBatch {
  const rows = new Map<FactTable, [IndexedRow, ...IndexedRow[]]>();
  const reach = new Map<string, BatchReach>();
  const eventCounts: Record<string, number> = {};
  const declaredGaps: CoverageGap[] = [];
  for (const { index, event } of valid) {
    eventCounts[event.event] = (eventCounts[event.event] ?? 0) + 1;
    if (event.event === 'coverage_gap') {
      declaredGaps.push(event);
      continue;
    }
    extendReach(reach, event, index);
    if (timeOf(event) < (horizons.get(event.scope.workspace_id) ?? 0)) continue;
    const { table, row } = factOf(event);
    const tableRows = rows.get(table);
    if (tableRows === undefined) rows.set(table, [{ index, row }]);
    else tableRows.push({ index, row });
  }
  return { rows, declaredGaps, faulty, reach: [...reach.values()], own: ownLines(valid, faulty), eventCounts };
}

function ownLines(valid: readonly ValidLine[], faulty: readonly FaultyLine[]): Map<string, number> {
  const named = [
    ...valid.map(({ event }) => event.scope.workspace_id),
    ...faulty.flatMap(({ trace }) => trace.workspaceId ?? []),
  ];
  const own = new Map<string, number>();
  for (const workspaceId of named) own.set(workspaceId, (own.get(workspaceId) ?? 0) + 1);
  return own;
}

function extendReach(reach: Map<string, BatchReach>, event: FactEvent, index: number): void {
  const { organization_id: organizationId, workspace_id: workspaceId } = event.scope;
  const producerClass = producerOf(event.event);
  const key = `${workspaceId}\n${producerClass}`;
  const atMs = timeOf(event);
  const { newestMs = atMs, oldestMs = atMs } = reach.get(key) ?? {};
  reach.set(key, {
    organizationId,
    workspaceId,
    producerClass,
    lastIndex: index,
    newestMs: Math.max(newestMs, atMs),
    oldestMs: Math.min(oldestMs, atMs),
  });
}

/** Unix milliseconds on the time base of the event. */
function timeOf(event: FactEvent): number {
  return instantMs(timeBaseOf(event)) ?? 0;
}

function timeBaseOf(event: FactEvent): string {
  if ('admitted_at' in event) return event.admitted_at;
  return 'dispatched_at' in event ? event.dispatched_at : event.occurred_at;
}
