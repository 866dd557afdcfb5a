import type { CoverageGap } from '../../../contracts/ingest/events/coverage-gap.ts';
import type { ReleaseMarker } from '../../../contracts/ingest/events/release-marker.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { PRODUCER_CLASSES } from '../../../domain/insight/insight-sets.ts';
import type { ExcludedHours } from '../world.ts';
import type { Random } from '../../../testing/random.ts';
import { missingLine } from './known-events.ts';
import type { MadeGap, MadeLine } from './made-line.ts';
import { makeStatedDimensions, stating } from './make-dimensions.ts';
import { toIsoText, makeRequest, makeTime } from './make-requests.ts';
import { LEAVES, WORKSPACES, type Leaf } from './tenants.ts';
import { BUSY_FROM_MS, DAY_MS, HOUR_MS, RELEASES, WIDE_FROM_MS } from './vocabulary.ts';

/** The point at which an indexer dies in the middle of a batch. The next stage repeats the batch. */
export type Death = 'indexer.after_plan' | 'indexer.between_tables' | 'indexer.after_insert';

export interface MadeBatch {
  readonly source: string;
  readonly lines: readonly MadeLine[];
  /** The deaths before the batch is loaded, in order. */
  readonly deaths: readonly Death[];
  /** True if the batch stays unfinished until the next stage. Until then, the fence is below all later batches. */
  readonly held: boolean;
}

/** Batches in the order of arrival, and the actions of an operator after them. */
export interface MadeStage {
  readonly batches: readonly MadeBatch[];
  /** True if the engine merges the parts of every table, which it would also do later by itself. */
  readonly merges: boolean;
  readonly exclusion?: ExcludedHours & { readonly nodeId: string; readonly workspaceId: string };
  readonly keepsFrom?: { readonly workspaceId: string; readonly fromMs: number };
}

const STAGES = 4;
const SOURCES = ['gateway-a', 'gateway-b'] as const;
/** The number of conflicts. It is low, because each removes the ratios of its time. */
const CONFLICTS = 12;
const SPOILT = 14;

/** A random world in the order of arrival. The events of a request arrive in one stage or, if late, in several. */
export function makeWorld(random: Random, requests: number): MadeStage[] {
  const arrivals = Array.from({ length: STAGES }, () =>
    Object.fromEntries(SOURCES.map((source) => [source, [] as MadeLine[]])),
  );
  const arrive = (stage: number, line: MadeLine, source: string = random.pick(SOURCES)): void => {
    arrivals[Math.min(stage, STAGES - 1)]![source]!.push(line);
  };
  const made = madeEvents(random, requests);
  for (const line of made) arrive(line.stage, lineOf(line.event), line.source);
  for (const { event, stage } of made) {
    if (random.chance(0.06)) arrive(stage + random.whole(0, STAGES - 1), repetitionOf(random, event));
  }
  for (const { event, stage } of made) {
    const isLatePrice = event.event === 'cost_effect' && event.effect_kind === 'price_transition';
    if (isLatePrice && random.chance(0.4)) arrive(stage + random.whole(0, STAGES - 1), repetitionOf(random, event));
  }
  for (const { event, stage } of random.shuffled(made).slice(0, SPOILT)) {
    arrive(Math.max(0, stage - random.whole(0, STAGES - 2)), spoilt(event));
  }
  for (const { event, stage } of random.shuffled(made).slice(0, CONFLICTS)) {
    arrive(stage + random.whole(0, 1), lineOf(changed(random, event)));
  }
  for (const gap of madeGaps(random)) arrive(random.whole(0, STAGES - 1), gap);
  for (let count = 0; count < 6; count += 1)
    arrive(random.whole(0, STAGES - 1), { kind: 'blank', text: random.pick(['', '  ']) });
  return arrivals.map((lines, stage) => ({
    batches: [
      ...SOURCES.map((source): MadeBatch => ({
        source,
        lines: random.shuffled(lines[source]!),
        deaths: random.chance(0.5) ? makeDeaths(random) : [],
        held: stage < STAGES - 1 && source === 'gateway-a' && random.chance(0.6),
      })),
      ...(stage === 1 ? [blindBatch(random)] : []),
    ].filter(({ lines: some }) => some.length > 0),
    merges: stage % 2 === 1,
    ...operatorOf(random, stage),
  }));
}

/** The deaths of a batch. A batch is planned once, and its inserts are repeated after each death. */
function makeDeaths(random: Random): Death[] {
  const inserting: readonly Death[] = ['indexer.between_tables', 'indexer.after_insert', 'indexer.after_insert'];
  return [...(random.chance(0.3) ? (['indexer.after_plan'] as const) : []), ...random.some(inserting, 1)];
}

function madeEvents(random: Random, requests: number): { event: FactEvent; stage: number; source: string }[] {
  const numbers = new Map<string, number>();
  const events: { event: FactEvent; stage: number; source: string }[] = [];
  for (let count = 0; count < requests; count += 1) {
    const scope = random.chance(0.3) ? random.pick(LEAVES) : LEAVES[0]!;
    const number = (numbers.get(scope.workspace_id) ?? 0) + 1;
    numbers.set(scope.workspace_id, number);
    const stage = random.whole(0, STAGES - 1);
    const source = random.pick(SOURCES);
    for (const event of makeRequest(random, scope, number)) {
      const late = random.chance(0.15);
      events.push({
        event,
        stage: stage + (late ? random.whole(0, STAGES - 1) : 0),
        source: late ? random.pick(SOURCES) : source,
      });
    }
  }
  for (let count = 0; count < 20; count += 1) {
    const event = makeMarker(random, random.pick(LEAVES), count);
    events.push({ event, stage: random.whole(1, STAGES - 1), source: random.pick(SOURCES) });
  }
  return events;
}

function makeMarker(random: Random, scope: Leaf, number: number): ReleaseMarker {
  return {
    event: 'release_marker',
    schema: 1,
    scope,
    marker_id: `mk-${String(number).padStart(3, '0')}`,
    marker_kind: random.pick(['deployed', 'rolled_back', 'retired']),
    release_id: random.pick(RELEASES),
    ...(random.chance(0.6) && { effective_digest: `sha256:${number}` }),
    actor_kind: random.pick(['person', 'automation', 'system']),
    occurred_at: toIsoText(makeTime(random)),
  };
}

function lineOf(event: FactEvent): MadeLine {
  return { kind: 'event', text: JSON.stringify(event), event };
}

/** The same event, written differently, and sometimes with other dimensions, which count if it arrives first. */
function repetitionOf(random: Random, original: FactEvent): MadeLine {
  const event = random.chance(0.1) ? stating(original, makeStatedDimensions(random)) : original;
  const members = random.shuffled(Object.entries(event)).map(([name, value]) => {
    if (typeof value !== 'string' || !name.endsWith('_at') || random.chance(0.7)) return [name, value] as const;
    return [name, value.replace('Z', random.pick(['000Z', '123+00:00', 'z']))] as const;
  });
  return { kind: 'event', text: JSON.stringify(Object.fromEntries(members)), event };
}

/** An event with a fault of its producer, which later repairs it and sends it again. */
function spoilt(event: FactEvent): MadeLine {
  return missingLine(event, JSON.stringify({ ...event, surprise: true }));
}

/**
 * An event with the same id and different content, sometimes with another time. It may arrive first and is then
 * accepted.
 */
function changed(random: Random, event: FactEvent): FactEvent {
  switch (event.event) {
    case 'request_admitted':
      return random.chance(0.5) ? { ...event, streaming: !event.streaming } : { ...event, release_id: 'another' };
    // The same request at another time. Any other second ending is not a conflict.
    case 'request_terminal':
      return { ...event, admitted_at: toIsoText(Date.parse(event.admitted_at) - random.whole(1, 40) * HOUR_MS) };
    case 'attempt':
      return { ...event, output_state: event.output_state === 'none' ? 'partial' : 'none' };
    // The effect is not before its attempt, because a call costs nothing before it is made.
    case 'cost_effect':
      return { ...event, occurred_at: toIsoText(Date.parse(event.occurred_at) + random.whole(1, 40) * HOUR_MS) };
    case 'feedback_verdict':
      return { ...event, occurred_at: toIsoText(random.whole(WIDE_FROM_MS, BUSY_FROM_MS - DAY_MS)) };
    case 'release_marker':
      return { ...event, release_id: 'another' };
    case 'protection_evaluation':
      return { ...event, component_version: 'another' };
    case 'evaluation_outcome':
      return { ...event, metric: 'another' };
  }
}

/**
 * Declared gaps, and lines with workspace and time that are otherwise not events. They are few, because a gap removes
 * every ratio.
 */
function madeGaps(random: Random): MadeLine[] {
  const declared = Array.from({ length: 4 }, (): MadeLine => {
    const fromMs = random.chance(0.5) ? makeTime(random) : random.whole(WIDE_FROM_MS, BUSY_FROM_MS - DAY_MS);
    const gap: MadeGap = {
      workspaceId: random.pick(WORKSPACES),
      producerClass: random.pick(PRODUCER_CLASSES),
      fromMs,
      toMs: fromMs + random.pick([1, 60_000, HOUR_MS, 5 * HOUR_MS]),
    };
    return { kind: 'gap', text: JSON.stringify(declaration(gap)), gap };
  });
  const torn = Array.from({ length: 3 }, (): MadeLine => {
    const atMs = random.chance(0.3) ? makeTime(random) : random.whole(WIDE_FROM_MS, BUSY_FROM_MS - DAY_MS);
    const scope = random.pick(LEAVES);
    const { workspace_id: workspaceId, environment_id: environmentId } = scope;
    const gap = { workspaceId, environmentId, fromMs: atMs, toMs: atMs + 1 };
    const [event, producerClass] = random.pick([
      ['request_admitted', 'gateway_journal'],
      ['feedback_verdict', 'control_plane_outbox'],
      ['nothing_known', 'gateway_journal'],
    ] as const);
    const time = event === 'feedback_verdict' ? { occurred_at: toIsoText(atMs) } : { admitted_at: toIsoText(atMs) };
    const text = JSON.stringify({ event, schema: 1, scope, ...time, surprise: true });
    return { kind: 'faulty', text, producerClass, gap: { ...gap, producerClass } };
  });
  return [...declared, ...torn];
}

function declaration({ workspaceId, producerClass, fromMs, toMs }: MadeGap): CoverageGap {
  const organizationId = LEAVES.find((leaf) => leaf.workspace_id === workspaceId)!.organization_id;
  return {
    event: 'coverage_gap',
    schema: 1,
    scope: { organization_id: organizationId, workspace_id: workspaceId },
    producer_class: producerClass,
    from: toIsoText(fromMs),
    to: toIsoText(toMs),
    reason: `Nobody's fault`,
  };
}

/**
 * A small batch of the second workspace with lines of unknown scope. Each line is missing near the lines before and
 * after it.
 */
function blindBatch(random: Random): MadeBatch {
  const startMs = WIDE_FROM_MS + random.whole(0, 40 * DAY_MS);
  const markers = [0, 1, 2].map((index) => ({
    ...makeMarker(random, LEAVES[3]!, 900 + index),
    occurred_at: toIsoText(startMs + random.whole(0, 3 * HOUR_MS)),
  }));
  const blind = (text: string): MadeLine => ({ kind: 'faulty', text, producerClass: 'gateway_journal' });
  return {
    source: 'gateway-c',
    lines: random.shuffled([...markers.map(lineOf), blind('{"event":"request_admitted"'), blind('[]')]),
    deaths: [],
    held: false,
  };
}

/** The actions of the operator. Hours are excluded from the second stage on; the horizon moves in the third stage. */
function operatorOf(random: Random, stage: number): Omit<MadeStage, 'batches' | 'merges'> {
  if (stage === 0 || stage === 3) return {};
  const fromMs = BUSY_FROM_MS + random.whole(0, 4 * 24) * HOUR_MS;
  const [nodeId, environmentIds] = random.pick([
    ['env_trial', ['env_trial']],
    ['app_one', ['env_live', 'env_trial']],
    ['t_one', ['env_live', 'env_other', 'env_trial']],
  ] as const);
  const exclusion = {
    nodeId,
    workspaceId: 't_one',
    environmentIds,
    fromMs,
    toMs: fromMs + random.whole(1, 8) * HOUR_MS,
  };
  if (stage === 1) return { exclusion };
  const keepsMs = random.pick([BUSY_FROM_MS, BUSY_FROM_MS + DAY_MS, WIDE_FROM_MS + 8 * DAY_MS]);
  return { exclusion, keepsFrom: { workspaceId: 't_one', fromMs: keepsMs } };
}
