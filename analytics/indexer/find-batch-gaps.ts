import { parseInstantMs } from '../../contracts/ingest/parse-instant-ms.ts';
import type { LineTrace } from '../../contracts/ingest/parse-traffic-line.ts';
import type { CoverageGap } from '../../contracts/ingest/coverage-gap.ts';
import type { PlannedGap, SourceWorkspace } from '../../store/ingest/batch-plan.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import type { FaultyLine } from './read-batch.ts';

/** Above this, the instants of one workspace are disclosed as the one span that holds them all. */
const MAX_INSTANTS = 100;

interface Workspace {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/**
 * The times in which a batch leaves traffic missing: those it declares, and those of its faulty lines. A faulty line
 * that names workspace and time is missing there at that instant. Any other may be missing from every workspace of the
 * batch, anywhere in its span; in a batch that tells neither, from every workspace that the source has served, since
 * the newest event of each. A companion of a request leaves nothing missing.
 */
export function findBatchGaps(batch: PreparedBatch, served: readonly SourceWorkspace[], now: Date): PlannedGap[] {
  const missing = batch.faulty.filter(({ trace }) => trace.isCompanion !== true);
  const placed = missing.filter(({ trace }) => isPlaced(trace));
  const blind = missing.filter(({ trace }) => !isPlaced(trace));
  const gaps = [...batch.declaredGaps.map(declaredGap), ...instantGaps(placed)];
  for (const producerClass of new Set(blind.map(({ trace }) => trace.producerClass))) {
    const lines = blind.filter(({ trace }) => trace.producerClass === producerClass).map(({ index }) => index);
    for (const span of blindSpans(batch, served, now))
      gaps.push({ ...span, producerClass, cause: 'quarantined', reason: 'unreadable', lines });
  }
  return gaps;
}

type PlacedTrace = LineTrace & { organizationId: string; workspaceId: string; atMs: number };

function isPlaced(trace: LineTrace): trace is PlacedTrace {
  return trace.organizationId !== undefined && trace.workspaceId !== undefined && trace.atMs !== undefined;
}

function declaredGap(event: CoverageGap): PlannedGap {
  return {
    organizationId: event.scope.organization_id,
    workspaceId: event.scope.workspace_id,
    producerClass: event.producer_class,
    fromMs: parseInstantMs(event.from) ?? 0,
    toMs: parseInstantMs(event.to) ?? 0,
    cause: 'declared',
    reason: event.reason,
    lines: [],
  };
}

function instantGaps(placed: readonly FaultyLine[]): PlannedGap[] {
  const groups = new Map<string, { trace: PlacedTrace; linesAt: Map<number, number[]> }>();
  for (const { index, trace } of placed) {
    if (!isPlaced(trace)) continue;
    const key = [trace.organizationId, trace.workspaceId, trace.producerClass].join('\n');
    const group = groups.get(key) ?? { trace, linesAt: new Map<number, number[]>() };
    groups.set(key, group);
    const lines = group.linesAt.get(trace.atMs);
    if (lines === undefined) group.linesAt.set(trace.atMs, [index]);
    else lines.push(index);
  }
  return [...groups.values()].flatMap(({ trace, linesAt }) =>
    spansOf(linesAt).map((span) => ({
      organizationId: trace.organizationId,
      workspaceId: trace.workspaceId,
      producerClass: trace.producerClass,
      ...span,
      cause: 'quarantined' as const,
      reason: 'unreadable',
    })),
  );
}

type GapSpan = Pick<PlannedGap, 'fromMs' | 'toMs' | 'lines'>;

function spansOf(linesAt: ReadonlyMap<number, readonly number[]>): GapSpan[] {
  if (linesAt.size > MAX_INSTANTS) return [{ ...spanOf([...linesAt.keys()]), lines: [...linesAt.values()].flat() }];
  return [...linesAt].map(([instant, lines]) => ({ fromMs: instant, toMs: instant + 1, lines }));
}

function spanOf(instants: readonly number[]): { fromMs: number; toMs: number } {
  const fromMs = instants.reduce((earliest, instant) => Math.min(earliest, instant));
  return { fromMs, toMs: instants.reduce((latest, instant) => Math.max(latest, instant)) + 1 };
}

function blindSpans(
  batch: PreparedBatch,
  served: readonly SourceWorkspace[],
  now: Date,
): (Workspace & { fromMs: number; toMs: number })[] {
  const traces = batch.faulty.map(({ trace }) => trace);
  const instants = [
    ...batch.reach.flatMap((part) => [part.oldestMs, part.newestMs]),
    ...traces.flatMap((trace) => trace.atMs ?? []),
  ];
  const workspaces = new Map<string, Workspace>();
  for (const { organizationId, workspaceId } of [...batch.reach, ...traces]) {
    if (organizationId !== undefined && workspaceId !== undefined)
      workspaces.set(`${organizationId}\n${workspaceId}`, { organizationId, workspaceId });
  }
  if (instants.length > 0 && workspaces.size > 0) {
    const span = spanOf(instants);
    return [...workspaces.values()].map((workspace) => ({ ...workspace, ...span }));
  }
  return served.map(({ organizationId, workspaceId, newestMs }) => ({
    organizationId,
    workspaceId,
    fromMs: newestMs,
    toMs: Math.max(newestMs + 1, now.getTime()),
  }));
}
