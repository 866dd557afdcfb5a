import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import type { IndexerPorts } from '../../../analytics/indexer/indexer-ports.ts';
import type { ReadParts } from '../../../analytics/insight/pin/open-read.ts';
import { createInsightReader, type InsightReader } from '../../../analytics/insight/insight-reader.ts';
import type { EventSource } from '../../../journal/source/event-source.ts';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { PRODUCER_CLASSES, type ProducerClass } from '../../../domain/insight/insight-sets.ts';
import { createIngestBatchStore } from '../../../store/ingest/ingest-batch-store.ts';
import { createIngestSourceStore } from '../../../store/ingest/ingest-source-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import type { IngestWorld } from '../../integration/ingest/support/ingest-world.ts';
import { factTimeMs, type ArrivedFact, type DisclosedGap, type ExcludedHours, type Pin, type World } from '../world.ts';
import { KnownEvents, missingAs } from './known-events.ts';
import type { MadeGap } from './made-line.ts';
import type { Death, MadeBatch, MadeStage } from './make-world.ts';
import { LEAVES } from './tenants.ts';

const HOLDER = 'the-property-test';
const NEVER_BEHIND_SECONDS = 1e9;
const HOUR_MS = 3_600_000;

interface Watermark {
  /** The number of produced lines in the workspace's sequence. */
  ownProduced: bigint;
  lastIndexedMs?: number;
}

/** The expected state of the arrival bookkeeping, in addition to the state of the store. */
export interface ExpectedPin extends Pin {
  readonly ownFence: bigint;
  readonly ownDisclosedThrough: bigint;
  readonly watermarks: readonly {
    producer_class: ProducerClass;
    produced_through: string;
    indexed_through: string;
    last_indexed_at?: string;
  }[];
  readonly generations: { readonly retention: number; readonly exclusion: number };
}

/** A gap that can still be closed. */
type OpenGap = Omit<DisclosedGap, 'closedAt'> & { closedAt?: bigint };

/** A world that is loaded into real facts batch by batch, and the knowledge of a complete observer of that world. */
export class LoadedWorld {
  readonly reader: InsightReader;
  readonly parts: ReadParts & { readonly clickhouse: IngestWorld['clickhouse'] };
  readonly #place: IngestWorld;
  readonly #sources = new Map<string, { lines: string[]; source: EventSource }>();
  readonly #facts: ArrivedFact[] = [];
  readonly #gaps: OpenGap[] = [];
  /** Lines in quarantine that name the event that would correct them. */
  readonly #missing: { readonly missing: string; readonly seq: bigint; readonly gap: OpenGap }[] = [];
  readonly #exclusions: ExcludedHours[] = [];
  readonly #keepsFromMs = new Map<string, number>();
  readonly #known = new KnownEvents();
  readonly #generations = new Map<string, { retention: number; exclusion: number }>();
  readonly #watermarks = new Map<string, Watermark>();
  /** The batches that are planned and not loaded, with their first sequences. */
  readonly #unfinished = new Map<
    string,
    { batch: MadeBatch; firstSeq: bigint; ownBefore: ReadonlyMap<string, bigint> }
  >();
  /** The number of lines that named each workspace. */
  readonly #own = new Map<string, bigint>();
  #lastSeq = 0n;
  #nowMs = Date.parse('2026-03-10T08:00:00.123Z');
  #death: Death | undefined;

  constructor(world: IngestWorld) {
    this.#place = world;
    this.parts = {
      clickhouse: world.clickhouse,
      ingestState: createIngestStateStore(world.pool),
      sealKey: 'a key of at least thirty-two characters',
      clock: { now: () => new Date(this.#nowMs) },
      // Batches of a dead indexer wait for days here. A separate test covers the disclosure of an index that does not
      // advance.
      indexBehindSeconds: NEVER_BEHIND_SECONDS,
    };
    this.reader = createInsightReader(this.parts);
  }

  get world(): World {
    return {
      facts: this.#facts,
      gaps: this.#gaps,
      exclusions: this.#exclusions,
      keepsFromMs: this.#keepsFromMs,
    };
  }

  /** The pin that a first read gets now. */
  pinOf(workspaceId: string): ExpectedPin {
    const own = this.#own.get(workspaceId) ?? 0n;
    const held = [...this.#unfinished.values()]
      .flatMap(({ firstSeq, ownBefore }) => {
        const ownFence = ownBefore.get(workspaceId);
        return ownFence === undefined ? [] : [{ fence: firstSeq - 1n, ownFence }];
      })
      .sort((a, b) => Number(a.fence - b.fence));
    const { fence, ownFence } = held[0] ?? { fence: this.#lastSeq, ownFence: own };
    const marks = PRODUCER_CLASSES.map((producer) => {
      const mark = this.#watermarks.get(`${workspaceId} ${producer}`) ?? { ownProduced: 0n };
      return { producer, mark };
    });
    return {
      fence,
      ownFence,
      disclosedThrough: this.#lastSeq,
      ownDisclosedThrough: own,
      evaluatedMs: this.#nowMs,
      lastIndexedMs: Object.fromEntries(
        marks.flatMap(({ producer, mark }) =>
          mark.lastIndexedMs === undefined ? [] : [[producer, mark.lastIndexedMs]],
        ),
      ),
      watermarks: marks.map(({ producer, mark }) => ({
        producer_class: producer,
        produced_through: String(mark.ownProduced),
        indexed_through: String(indexedThrough(mark, ownFence)),
        ...(mark.lastIndexedMs !== undefined && { last_indexed_at: new Date(mark.lastIndexedMs).toISOString() }),
      })),
      generations: this.#generations.get(workspaceId) ?? { retention: 1, exclusion: 1 },
    };
  }

  /** Loads a stage. It first completes the batches that the previous stage left unfinished. */
  async load(stage: MadeStage): Promise<void> {
    for (const source of [...this.#unfinished.keys()]) await this.#finish(source);
    for (const batch of stage.batches) {
      this.#nowMs += 61_234;
      for (const source of this.#awaitedBy(batch)) await this.#finish(source);
      this.#plan(batch);
      for (const death of batch.deaths) await this.#dieAt(batch.source, death);
      if (batch.held && batch.deaths.length === 0) await this.#dieAt(batch.source, 'indexer.after_insert');
      if (!batch.held) await this.#finish(batch.source);
    }
    if (stage.merges) await this.#merge();
    await this.#operate(stage);
    this.#nowMs += 4_321;
  }

  /**
   * Sources of unfinished batches with an ending that a cancellation of this batch may replace. These batches must be
   * completed before this batch is planned.
   */
  #awaitedBy(batch: MadeBatch): string[] {
    const cancelled = new Set(endingsOf(batch, ({ status }) => status === 'cancelled'));
    return [...this.#unfinished].flatMap(([source, unfinished]) =>
      endingsOf(unfinished.batch, () => true).some((request) => cancelled.has(request)) ? [source] : [],
    );
  }

  /** The observer's plan of a batch. Every line has a position in the order of arrival, even if it gives no fact. */
  #plan(made: MadeBatch): void {
    const batch = { ...made, lines: this.#known.recognized(made.lines) };
    this.#sourceOf(batch.source).lines.push(...batch.lines.map(({ text }) => text));
    const firstSeq = this.#lastSeq + 1n;
    this.#lastSeq += BigInt(batch.lines.length);
    const ownBefore = new Map<string, bigint>();
    for (const workspaceId of batch.lines.flatMap(workspaceOf)) {
      const before = this.#own.get(workspaceId) ?? 0n;
      if (!ownBefore.has(workspaceId)) ownBefore.set(workspaceId, before);
      this.#own.set(workspaceId, before + 1n);
    }
    this.#unfinished.set(batch.source, { batch, firstSeq, ownBefore });
    for (const [index, line] of batch.lines.entries()) {
      if (line.kind !== 'event') continue;
      if (line.isRepeated !== true) this.#facts.push({ seq: firstSeq + BigInt(index), event: line.event });
      this.#markOf(line.event).ownProduced = this.#own.get(line.event.scope.workspace_id)!;
    }
    for (const made of gapsOf(batch, this.#nowMs)) {
      const gap: OpenGap = { ...made, disclosedAt: firstSeq };
      this.#gaps.push(gap);
      for (const [index, line] of batch.lines.entries()) {
        if (line.kind !== 'faulty' || line.gap !== made || line.missing === undefined) continue;
        this.#missing.push({ missing: line.missing, seq: firstSeq + BigInt(index), gap });
      }
    }
    this.#closeGaps(batch, firstSeq);
  }

  /**
   * Closes the gaps of lines whose event arrived later. A gap closes at the end of the batch that contains the event.
   */
  #closeGaps({ lines }: MadeBatch, firstSeq: bigint): void {
    for (const [index, line] of lines.entries()) {
      if (line.kind !== 'event') continue;
      const came = missingAs(line.event);
      for (const { missing, seq, gap } of this.#missing) {
        if (missing === came && seq < firstSeq + BigInt(index)) gap.closedAt ??= this.#lastSeq;
      }
    }
  }

  #sourceOf(id: string): { readonly lines: string[]; readonly source: EventSource } {
    const lines: string[] = [];
    const known = this.#sources.get(id) ?? { lines, source: memorySource(id, lines) };
    this.#sources.set(id, known);
    return known;
  }

  #markOf(event: FactEvent): Watermark {
    const isControlPlane = event.event === 'release_marker' || event.event === 'feedback_verdict';
    const key = `${event.scope.workspace_id} ${isControlPlane ? 'control_plane_outbox' : 'gateway_journal'}`;
    const mark = this.#watermarks.get(key) ?? { ownProduced: 0n };
    this.#watermarks.set(key, mark);
    return mark;
  }

  async #finish(sourceId: string): Promise<void> {
    this.#nowMs += 7_777;
    await this.#advance(sourceId, undefined);
    const { batch } = this.#unfinished.get(sourceId)!;
    this.#unfinished.delete(sourceId);
    for (const line of batch.lines) if (line.kind === 'event') this.#markOf(line.event).lastIndexedMs = this.#nowMs;
  }

  async #dieAt(sourceId: string, death: Death): Promise<void> {
    await this.#advance(sourceId, death).then(
      () => Promise.reject(new Error(`Nothing died at ${death}.`)),
      (error: unknown) => {
        if (!(error instanceof PlannedDeath)) throw error;
      },
    );
  }

  async #advance(sourceId: string, death: Death | undefined): Promise<void> {
    const { source } = this.#sourceOf(sourceId);
    const clock = { now: () => new Date(this.#nowMs) };
    const ports: IndexerPorts = {
      ...this.#place.ports,
      clock,
      sources: createIngestSourceStore(this.#place.pool, clock),
      batches: createIngestBatchStore(this.#place.pool, clock),
      faults: {
        reach: (name) => {
          if (name === this.#death) throw new PlannedDeath(name);
        },
      },
    };
    const lease = await ports.sources.lease(source, HOLDER);
    if (lease === undefined) throw new Error(`Another holder has the lease of ${sourceId}.`);
    this.#death = death;
    try {
      await advanceSource(ports, source, HOLDER, lease.nextOffset);
    } finally {
      this.#death = undefined;
      await ports.sources.release(source.id, HOLDER);
    }
  }

  async #merge(): Promise<void> {
    const { clickhouse } = this.#place;
    const query = "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'";
    const tables = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ name: string }>();
    for (const { name } of tables) await clickhouse.command({ query: `OPTIMIZE TABLE ${name} FINAL` });
  }

  async #operate({ exclusion, keepsFrom }: MadeStage): Promise<void> {
    const { pool } = this.#place;
    if (exclusion !== undefined) {
      const { workspaceId, nodeId, fromMs, toMs } = exclusion;
      const { organization_id: organizationId } = LEAVES.find((leaf) => leaf.workspace_id === workspaceId)!;
      const id = `excl_${this.#exclusions.length}`;
      await pool.query('INSERT INTO exclusions VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
        id,
        organizationId,
        workspaceId,
        nodeId,
        new Date(fromMs),
        new Date(toMs),
        'A test.',
        new Date(this.#nowMs),
      ]);
      await this.#raise(workspaceId, 'exclusion');
      this.#exclusions.push(exclusion);
    }
    if (keepsFrom === undefined) return;
    const { workspaceId, fromMs } = keepsFrom;
    await pool.query('UPDATE workspaces SET keeps_from = $2 WHERE workspace_id = $1', [workspaceId, new Date(fromMs)]);
    await this.#raise(workspaceId, 'retention');
    this.#keepsFromMs.set(workspaceId, fromMs);
  }

  async #raise(workspaceId: string, name: 'retention' | 'exclusion'): Promise<void> {
    const column = `${name}_generation`;
    await this.#place.pool.query(`UPDATE workspaces SET ${column} = ${column} + 1 WHERE workspace_id = $1`, [
      workspaceId,
    ]);
    const before = this.#generations.get(workspaceId) ?? { retention: 1, exclusion: 1 };
    this.#generations.set(workspaceId, { ...before, [name]: before[name] + 1 });
  }
}

function indexedThrough({ ownProduced, lastIndexedMs }: Watermark, ownFence: bigint): bigint {
  if (lastIndexedMs === undefined) return 0n;
  return ownProduced < ownFence ? ownProduced : ownFence;
}

/** The requests whose endings are in a batch. */
function endingsOf({ lines }: MadeBatch, which: (ending: RequestTerminal) => boolean): string[] {
  return lines.flatMap((line) => {
    if (line.kind !== 'event' || line.event.event !== 'request_terminal' || !which(line.event)) return [];
    return [JSON.stringify([line.event.scope.workspace_id, line.event.logical_request_id])];
  });
}

/** The workspace of a line, if it names one. */
function workspaceOf(line: MadeBatch['lines'][number]): string[] {
  if (line.kind === 'event') return [line.event.scope.workspace_id];
  return 'gap' in line ? [line.gap.workspaceId] : [];
}

class PlannedDeath extends Error {}

/** A source with its lines in memory. Its offsets count lines. */
function memorySource(id: string, lines: readonly string[]): EventSource {
  const block = (from: bigint, to: bigint): Awaited<ReturnType<EventSource['read']>> => ({
    lines: lines.slice(Number(from), Number(to)),
    firstOffset: from,
    lastOffset: to,
  });
  return {
    id: `journal:${id}`,
    kind: 'journal',
    location: `/journal/${id}`,
    read: (from) => Promise.resolve(block(from, BigInt(lines.length))),
    readAgain: (first, last) => Promise.resolve(block(first, last)),
  };
}

/**
 * The gaps that a batch leaves. They are the declared gaps and the instants of faulty lines that name workspace and
 * time. For any other faulty line, the gap is the time between the neighbouring lines, in every workspace of the batch.
 * If the neighbours are more than a day apart, the gap is half a day next to each. The batches of the test begin their
 * source, and end now.
 */
function gapsOf(batch: MadeBatch, nowMs: number): MadeGap[] {
  const named = batch.lines.flatMap((line) => ('gap' in line ? [line.gap] : []));
  const blind = batch.lines.flatMap((line, index) => (line.kind === 'faulty' && line.gap === undefined ? [index] : []));
  const events = batch.lines.flatMap((line, index) => (line.kind === 'event' ? [{ index, event: line.event }] : []));
  const workspaces = [...new Set(events.map(({ event }) => event.scope.workspace_id))];
  const found = workspaces.flatMap((workspaceId) =>
    blind.flatMap((at) => {
      const of = events.filter(({ event }) => event.scope.workspace_id === workspaceId);
      const before = of.findLast(({ index }) => index < at);
      const behind = of.find(({ index }) => index > at);
      const behindMs = behind === undefined ? nowMs : factTimeMs(behind.event);
      const beforeMs = before === undefined ? behindMs - 12 * HOUR_MS : factTimeMs(before.event);
      const [fromMs, lastMs] = [Math.min(beforeMs, behindMs), Math.max(beforeMs, behindMs)];
      const gap = { workspaceId, producerClass: 'gateway_journal' as const };
      if (lastMs - fromMs <= 24 * HOUR_MS) return [{ ...gap, fromMs, toMs: lastMs + 1 }];
      return [
        { ...gap, fromMs, toMs: fromMs + 12 * HOUR_MS },
        { ...gap, fromMs: lastMs - 12 * HOUR_MS, toMs: lastMs + 1 },
      ];
    }),
  );
  return [...named, ...found];
}
