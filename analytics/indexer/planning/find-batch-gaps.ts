import type { CoverageGap } from '../../../contracts/ingest/events/coverage-gap.ts';
import { parseInstantMs } from '../../../contracts/ingest/events/parse-instant-ms.ts';
import type { QuarantineReason } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import type { ProducerClass } from '../../../domain/insight/insight-sets.ts';
import type { PlannedGap, SourceWorkspace } from '../../../store/ingest/planning/batch-plan.ts';
import type { PreparedBatch } from '../loading/prepare-batch.ts';
import { GapSpans, gapSpansBetween } from './gap-spans.ts';

/** The owner of the missing traffic: an environment, or its workspace if the environment is unknown. */
interface GapLocation {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environmentId: string | undefined;
  readonly producerClass: ProducerClass;
}

/**
 * The times in which a batch leaves traffic missing: the declared gaps, and those of its faulty lines. A faulty line is
 * missing at the scope and instant that it states. Without a workspace, it counts for each workspace with lines in the
 * batch; if there are none, for each workspace of its source. Without an instant, it is missing near the lines before
 * and after it (decision 0011). An outcome leaves nothing missing.
 */
export function findBatchGaps(batch: PreparedBatch, served: readonly SourceWorkspace[], now: Date): PlannedGap[] {
  const places = new Map<string, { place: GapLocation; spans: GapSpans }>();
  const spansOf = (location: GapLocation): GapSpans => {
    const key = [location.workspaceId, location.environmentId, location.producerClass].join('\n');
    const known = places.get(key) ?? { place: location, spans: new GapSpans() };
    places.set(key, known);
    return known.spans;
  };
  const owners = ownersOf(batch, served);
  const instants = new InstantsOfLines(batch, served, now);
  for (const { index, reason, trace } of batch.faulty) {
    if (trace.isCompanion === true) continue;
    const { organizationId = '', workspaceId, environmentId, producerClass, atMs } = trace;
    const of = workspaceId === undefined ? owners : [{ organizationId, workspaceId, environmentId }];
    for (const owner of of) {
      const spans = spansOf({ environmentId: undefined, ...owner, producerClass });
      if (atMs !== undefined) spans.add(atMs, atMs + 1, index, reason);
      else
        for (const { fromMs, toMs } of instants.near(owner.workspaceId, index, reason))
          spans.add(fromMs, toMs, index, reason);
    }
  }
  const quarantined = [...places.values()].flatMap(({ place: location, spans }) =>
    spans.all().map(({ reasons, ...span }) => ({
      ...location,
      ...span,
      cause: 'quarantined' as const,
      reason: reasons.join(', '),
    })),
  );
  return [...batch.declaredGaps.map(declaredGap), ...quarantined];
}

function declaredGap(event: CoverageGap): PlannedGap {
  return {
    organizationId: event.scope.organization_id,
    workspaceId: event.scope.workspace_id,
    environmentId: undefined,
    producerClass: event.producer_class,
    fromMs: parseInstantMs(event.from) ?? 0,
    toMs: parseInstantMs(event.to) ?? 0,
    cause: 'declared',
    reason: event.reason,
    lines: [],
  };
}

type Owner = Pick<GapLocation, 'organizationId' | 'workspaceId'>;

/** The workspaces to which a line without a workspace may belong. */
function ownersOf({ reach, faulty }: PreparedBatch, served: readonly SourceWorkspace[]): Owner[] {
  const owners = new Map<string, Owner>();
  for (const { organizationId = '', workspaceId } of [...reach, ...faulty.map(({ trace }) => trace)])
    if (workspaceId !== undefined) owners.set(workspaceId, { organizationId, workspaceId });
  if (owners.size > 0) return [...owners.values()];
  return served.map(({ organizationId, workspaceId }) => ({ organizationId, workspaceId }));
}

interface KnownInstant {
  readonly index: number;
  readonly atMs: number;
}

/** The instants of each workspace's lines in a batch, in the order of their positions, as far as they are stated. */
class InstantsOfLines {
  readonly #batch: PreparedBatch;
  readonly #newest: ReadonlyMap<string, number>;
  readonly #nowMs: number;
  /** Computed for the first line without a time; most batches have no such line. */
  #known: ReadonlyMap<string, KnownInstant[]> | undefined;

  constructor(batch: PreparedBatch, served: readonly SourceWorkspace[], now: Date) {
    this.#batch = batch;
    this.#newest = new Map(served.map(({ workspaceId, newestMs }) => [workspaceId, newestMs]));
    this.#nowMs = now.getTime();
  }

  near(workspaceId: string, index: number, reason: QuarantineReason): { fromMs: number; toMs: number }[] {
    this.#known ??= instantsOf(this.#batch);
    const known = this.#known.get(workspaceId) ?? [];
    const at = placeBehind(known, index);
    const before = known[at - 1]?.atMs ?? this.#newest.get(workspaceId);
    const behind = known[at]?.atMs ?? this.#nowMs;
    // The line represents everything that a stream lost at this position, for any number of lines.
    if (reason === 'not_kept' && before !== undefined)
      return [{ fromMs: Math.min(before, behind), toMs: Math.max(before, behind) + 1 }];
    return gapSpansBetween(before, behind);
  }
}

function instantsOf({ accepted, faulty }: PreparedBatch): Map<string, KnownInstant[]> {
  const known = new Map<string, KnownInstant[]>();
  const add = (workspaceId: string, instant: KnownInstant): void => {
    const instants = known.get(workspaceId);
    if (instants === undefined) known.set(workspaceId, [instant]);
    else instants.push(instant);
  };
  for (const { index, atMs, event } of accepted) add(event.scope.workspace_id, { index, atMs });
  for (const { index, trace } of faulty)
    if (trace.workspaceId !== undefined && trace.atMs !== undefined)
      add(trace.workspaceId, { index, atMs: trace.atMs });
  for (const instants of known.values()) instants.sort((one, other) => one.index - other.index);
  return known;
}

/** The number of instants before a line. */
function placeBehind(known: readonly KnownInstant[], index: number): number {
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((known[middle]?.index ?? index) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
