import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import { deleteAllFacts } from '../../../analytics/indexer/delete-all-facts.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { receiveSpans } from '../../../contracts/ingest/otlp/receive-spans.ts';
import type { OtlpSpan } from '../../../contracts/ingest/otlp/otlp-traces.ts';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { makeSpan, type SpanAttributeValues, makeTraces } from '../../../testing/ingest/made-spans.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';
import { memorySource } from './support/memory-source.ts';

const EMBED = {
  ...{ 'gen_ai.operation.name': 'embeddings', 'gen_ai.provider.name': 'openai' },
  'gen_ai.request.model': 'text-embedding-3-small',
};
const USED = { ...EMBED, 'gen_ai.usage.input_tokens': 28 };

const spanOf = (letter: string, parent: string | undefined, attributes: SpanAttributeValues): OtlpSpan =>
  makeSpan(attributes, {
    spanId: letter.repeat(16),
    ...(parent !== undefined && { parentSpanId: parent.repeat(16) }),
  });
const OPERATION = spanOf('a', undefined, EMBED);
const CALL = spanOf('b', 'a', USED);
const OTHER_CALL = spanOf('c', 'a', USED);

describe('a call that spans of several requests report', () => {
  let world: IngestWorld;
  let sources: EventSource[] = [];
  beforeEach(async () => {
    world = await createIngestWorld();
    sources = [];
  });
  afterEach(() => world.drop());

  const load = async (...spans: OtlpSpan[]): Promise<void> => {
    const prices = { priceOf: () => ({ state: 'priced', nanos: '560', revision: 'r' }) as const };
    const events = [...receiveSpans(makeTraces(...spans), prices)].flatMap((item) =>
      item.unreadable === undefined ? item.events : [],
    );
    const source = memorySource(events.map((event) => ({ ...(event as FactEvent), scope: world.scope })));
    sources.push(source);
    await advance(source);
  };
  const advance = async (source: EventSource): Promise<void> => {
    const lease = await world.ports.sources.lease(source, 'test');
    await advanceSource(world.ports, source, 'test', lease!.nextOffset);
  };
  const counted = async (): Promise<string[]> => {
    const result = await world.clickhouse.query({
      query: `SELECT substring(logical_request_id, 34, 1) AS span FROM attempts_v1 ORDER BY span`,
      format: 'JSONEachRow',
    });
    const rows = await result.json<{ span: string }>();
    return rows.map(({ span }) => span);
  };
  const setAside = async (): Promise<number> => (await world.pool.query('SELECT FROM ingest_quarantine')).rowCount ?? 0;

  it.each<[string, OtlpSpan[][], string[]]>([
    ['the call first, as exporters send it', [[CALL], [OPERATION]], ['b']],
    ['the operation first', [[OPERATION], [CALL]], ['a']],
    ['both together, and each again', [[OPERATION, CALL], [OPERATION], [CALL]], ['b']],
    ['several calls of one operation', [[CALL], [OTHER_CALL], [OPERATION]], ['b', 'c']],
    ['several calls after their operation', [[OPERATION], [CALL], [OTHER_CALL]], ['a']],
  ])('counts once in any order: %s', async (_, requests, spans) => {
    for (const request of requests) await load(...request);
    for (const request of requests) await load(...request);
    expect([await counted(), await setAside()]).toEqual([spans, 0]);
    expect(await world.rowCounts()).toMatchObject({
      ...{ request_admissions_v1: spans.length, request_terminals_v1: spans.length, cost_effects_v1: spans.length },
    });
  });

  it('counts once if two layers name its answer', async () => {
    const answer = {
      ...USED,
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.id': 'resp-1',
      'gen_ai.usage.output_tokens': 1,
    };
    await load(spanOf('b', undefined, answer));
    await load(spanOf('c', undefined, answer));
    await load(spanOf('d', undefined, { ...answer, 'gen_ai.response.id': 'resp-2' }));
    expect([await counted(), await setAside()]).toEqual([['b', 'd'], 0]);
  });

  it('is recognized after a reload of facts', async () => {
    await load(CALL);
    const source = sources[0]!;
    const reloads = createIngestReloadStore(world.pool, world.ports.clock);
    await reloads.beginEmptying();
    await deleteAllFacts(world.clickhouse);
    await reloads.unloadAll();
    await advance(source);
    await load(OPERATION);
    expect([await counted(), await setAside()]).toEqual([['b'], 0]);
  });
});
