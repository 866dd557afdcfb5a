import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import type { IndexerPorts } from '../../../analytics/indexer/indexer-ports.ts';
import { compareFacts } from '../../../analytics/indexer/compare-facts.ts';
import { deleteAllFacts } from '../../../analytics/indexer/delete-all-facts.ts';
import { createInsightReader } from '../../../analytics/insight/insight-reader.ts';
import type { RequestAdmitted } from '../../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';
import { memorySource } from './support/memory-source.ts';

const AT = '2026-03-02T10:15:00.000Z';
const WINDOW = { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' };

const sourceOf = (...events: readonly FactEvent[]): EventSource => memorySource(events);

describe('a request', () => {
  let world: IngestWorld;
  beforeEach(async () => {
    world = await createIngestWorld();
  });
  afterEach(() => world.drop());

  const admitted = (id: string, admittedAt = AT): RequestAdmitted => ({
    event: 'request_admitted',
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: id,
    admitted_at: admittedAt,
    streaming: false,
  });
  const ended = (id: string, ending: Partial<RequestTerminal> = {}): RequestTerminal => ({
    ...admitted(id),
    event: 'request_terminal',
    terminal_at: '2026-03-02T10:20:00.000Z',
    status: 'succeeded',
    final_model: 'm1',
    attempt_count: 1,
    total_ms: 100,
    ...ending,
  });
  const advance = async (source: EventSource, ports: IndexerPorts = world.ports) => {
    const lease = await world.ports.sources.lease(source, 'test');
    return advanceSource(ports, source, 'test', lease!.nextOffset);
  };
  const dyingAt = (point: string): IndexerPorts => ({
    ...world.ports,
    faults: {
      reach: (name) => {
        if (name === point) throw new Error(`died at ${point}`);
      },
    },
  });
  const load = async (...events: readonly FactEvent[]) => advance(sourceOf(...events));
  const answerOf = async (query: Partial<InsightQuery>) => {
    const { organization_id: organizationId, workspace_id: workspaceId, environment_id: environmentId } = world.scope;
    const reader = createInsightReader({
      clickhouse: world.clickhouse,
      ingestState: createIngestStateStore(world.pool),
      sealKey: 'a key of at least thirty-two characters',
      clock: { now: () => new Date('2026-03-04T00:00:00Z') },
    });
    const scope = {
      subjectId: 'sub_asker',
      authorityEpoch: '1',
      organizationId,
      workspaceId,
      environmentIds: [environmentId],
      mayReadCost: true,
      mayReadContent: true,
      mayReadDimensions: true,
    };
    const asked = { schema: 1, shape: 'overview', scope: {}, ...WINDOW, ...query } as InsightQuery;
    return (await reader.answer({ scope, query: asked })).answer;
  };
  const completion = async (query: Partial<InsightQuery> = {}) => {
    const { groups = [] } = await answerOf({ metrics: ['requests.v1'], ...query });
    return groups.map(({ facet, evidence_coverage: evidence }) => ({
      ...(facet && { [facet.member]: facet.value ?? '' }),
      ...Object.fromEntries(
        Object.entries(evidence?.completion ?? {}).filter(([name, count]) => name !== 'numerator' && count !== '0'),
      ),
    }));
  };
  const statuses = async (query: Partial<InsightQuery> = {}) => {
    const { requests = [] } = await answerOf({ shape: 'drilldown', drilldown: 'request', ...query });
    return requests.map((row) => `${row.logical_request_id} ${row.status}`);
  };
  const firstReplaced = async (): Promise<bigint | undefined> => {
    const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
    const [from, to] = [new Date(WINDOW.from), new Date(WINDOW.to)];
    const { firstReplaced: first } = await createIngestStateStore(world.pool).read({
      organizationId,
      workspaceId,
      from,
      to,
    });
    return first;
  };
  const compared = () =>
    compareFacts(world.clickhouse, createIngestReloadStore(world.pool, world.ports.clock)).then(
      ({ differences }) => differences,
    );

  it('is observed through its admission or its ending, in every bucket and facet', async () => {
    await load(admitted('waits'), ended('only-ended'), admitted('late', '2026-03-02T12:00:00Z'));
    expect(await completion()).toEqual([{ denominator: '3', completed: '1', pending_or_unknown: '2' }]);
    const hours = await completion({ shape: 'series', grain: 'hour' });
    expect(hours.filter((hour) => 'denominator' in hour)).toEqual([
      { denominator: '2', completed: '1', pending_or_unknown: '1' },
      { denominator: '1', pending_or_unknown: '1' },
    ]);
    expect(await completion({ shape: 'facets', facets: ['outcome'] })).toEqual([
      { outcome: 'pending_or_unknown', denominator: '2', pending_or_unknown: '2' },
      { outcome: 'succeeded', denominator: '1', completed: '1' },
    ]);
    expect(await compared()).toEqual([]);
  });

  it('is counted once if its admission arrives after its ending', async () => {
    await load(ended('one'));
    expect(await load(admitted('one'))).toMatchObject({ repeated: 0, quarantined: 0 });
    await load(admitted('two'), ended('two'), ended('three'), admitted('three'));
    // From then on, it is recognized like any other event.
    expect(await load(admitted('one'), { ...admitted('three'), streaming: true })).toMatchObject({
      repeated: 1,
      quarantined: 1,
    });
    expect(await completion()).toEqual([{ denominator: '3', completed: '3' }]);
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 3, request_terminals_v1: 3 });
    expect(await statuses()).toEqual(['two succeeded', 'three succeeded', 'one succeeded']);
    expect(await compared()).toEqual([]);
  });

  it('has the scope of its first event: contradicting events are quarantined', async () => {
    await load(admitted('one'));
    const elsewhere: Partial<RequestTerminal>[] = [
      { admitted_at: '2026-03-02T10:15:00.001Z' },
      { purpose: 'judge' },
      { release_id: 'r1' },
      { input_size_bucket: 'small' },
    ];
    expect(await load(...elsewhere.map((ending) => ended('one', ending)))).toMatchObject({ quarantined: 4 });
    const { rows } = await world.pool.query('SELECT DISTINCT reason, detail FROM ingest_quarantine');
    expect(rows).toEqual([
      {
        reason: 'conflicting',
        detail: expect.stringMatching(
          /^Its request arrived before with another environment, purpose, release, input size or admitted_at, in batch \d+\.$/,
        ) as unknown,
      },
    ]);
    expect(await completion()).toEqual([{ denominator: '1', pending_or_unknown: '1' }]);
  });

  const cancelled = { status: 'cancelled', terminal_kind: 'by_caller', total_ms: 900 } as const;
  const [succeeded, failed] = [{}, { status: 'failed', total_ms: 300 } as const];

  it.each([
    ['cancelled after another', [succeeded, cancelled], 1],
    ['cancelled before another', [cancelled, succeeded], 0],
    ['cancelled between others', [failed, cancelled, succeeded, cancelled, failed], 1],
  ] as const)('has one outcome: %s', async (_name, endings, replaced) => {
    for (const ending of endings) expect(await load(ended('one', ending))).toMatchObject({ quarantined: 0 });
    await load(admitted('together'), ...endings.map((ending) => ended('together', ending)));
    expect(await completion()).toEqual([{ denominator: '2', cancelled: '2' }]);
    expect(await completion({ shape: 'facets', facets: ['outcome'] })).toEqual([
      { outcome: 'cancelled', denominator: '2', cancelled: '2' },
    ]);
    // A window that ends within an hour is read from the facts.
    expect(await completion({ to: '2026-03-02T10:16:00Z' })).toEqual([{ denominator: '2', cancelled: '2' }]);
    expect(await statuses()).toEqual(['together cancelled', 'one cancelled']);
    expect(await statuses({ facet_filter: { member: 'outcome', value: 'succeeded' } })).toEqual([]);
    const { groups = [] } = await answerOf({ metrics: ['response_latency.v1'] });
    expect(groups[0]?.latency?.[0]?.populations.map(({ outcome, samples }) => [outcome, samples])).toEqual([
      ['overall', '2'],
      ['cancelled', '2'],
    ]);
    expect((await world.rowCounts())['replaced_terminals_v1'] ?? 0).toBe(2 * replaced);
    expect(await compared()).toEqual([]);
  });

  it('keeps its outcome under a pin before its cancellation, and has the other after it', async () => {
    await load(admitted('one'), ended('one'));
    const { read_context: pin } = await answerOf({ metrics: ['requests.v1'] });
    expect(await firstReplaced()).toBeUndefined();
    await load(ended('two'), ended('one', cancelled));
    await load(ended('two', cancelled));
    expect(await firstReplaced()).toBe(4n);
    const under = (context: ReadContext) => ({ read_context: context as unknown as Record<string, unknown> });
    expect(await completion(under(pin))).toEqual([{ denominator: '1', completed: '1' }]);
    expect(await statuses(under(pin))).toEqual(['one succeeded']);
    expect(await completion()).toEqual([{ denominator: '2', cancelled: '2' }]);
  });

  it('is cancelled after its other ending is loaded, and equally after a reload', async () => {
    const dead = sourceOf(ended('one'));
    await expect(advance(dead, dyingAt('indexer.after_plan'))).rejects.toThrow('died');
    const cancelling = sourceOf(ended('one', cancelled), admitted('one'), ended('two', cancelled));
    await expect(advance(cancelling)).rejects.toThrow('which is not loaded yet');
    await advance(dead);
    await expect(advance(cancelling, dyingAt('indexer.after_insert'))).rejects.toThrow('died');
    await advance(cancelling);
    const before = await world.rowCounts();
    expect(before).toEqual({ request_admissions_v1: 2, request_terminals_v1: 3, replaced_terminals_v1: 1 });
    expect(await completion()).toEqual([{ denominator: '2', cancelled: '2' }]);

    const reloads = createIngestReloadStore(world.pool, world.ports.clock);
    await reloads.beginEmptying();
    await deleteAllFacts(world.clickhouse);
    await reloads.unloadAll();
    await advance(cancelling);
    await advance(dead);
    expect(await world.rowCounts()).toEqual(before);
    expect(await completion()).toEqual([{ denominator: '2', cancelled: '2' }]);
    expect(await compared()).toEqual([]);
    expect(await load(ended('one'), ended('one', cancelled), ended('two', failed))).toMatchObject({ repeated: 3 });
  });
});
