import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceToEnd } from '../../../analytics/indexer/advance-source.ts';
import type { IndexerPorts } from '../../../analytics/indexer/indexer-ports.ts';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

const HOLDER = 'importer';

/** A source with one line per block. */
function sourceOf(events: readonly TrafficEvent[]): EventSource {
  const lines = events.map((event) => JSON.stringify(event));
  const block = (from: bigint, to: bigint) =>
    Promise.resolve({ lines: lines.slice(Number(from), Number(to)), firstOffset: from, lastOffset: to });
  const id = `journal:${randomUUID()}`;
  return {
    id,
    kind: 'journal',
    location: `/${id}`,
    read: (from) => block(from, from < BigInt(lines.length) ? from + 1n : from),
    readAgain: block,
  };
}

describe('a long source', () => {
  let world: IngestWorld;
  beforeEach(async () => {
    world = await createIngestWorld();
  });
  afterEach(() => world.drop());

  const carry = async (source: EventSource, ports: IndexerPorts = world.ports): Promise<bigint[]> => {
    const lease = await ports.sources.lease(source, HOLDER);
    const reached: bigint[] = [];
    for await (const step of advanceToEnd(ports, source, HOLDER, lease?.nextOffset ?? 0n))
      reached.push(step.nextOffset);
    return reached;
  };
  const planned = async (): Promise<{ batches: bigint; loaded: bigint }[]> => {
    const { rows } = await world.pool.query<{ batches: bigint; loaded: bigint }>(
      'SELECT count(*) AS batches, count(loaded_at) AS loaded FROM ingest_batches',
    );
    return rows;
  };

  it('is loaded block by block, each with the earlier facts', async () => {
    const events = [1, 2].flatMap((number) => requestEvents(world.scope, number));
    expect(await carry(sourceOf([...events, ...events]))).toEqual(
      Array.from({ length: 12 }, (_, at) => BigInt(at + 1)),
    );
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 2, attempts_v1: 2, cost_effects_v1: 2 });
    expect(await planned()).toEqual([{ batches: 12n, loaded: 12n }]);
  });

  it('leaves up to two planned batches when it dies, which are repeated once each', async () => {
    const source = sourceOf(requestEvents(world.scope, 1));
    const ports: IndexerPorts = {
      ...world.ports,
      batches: { ...world.ports.batches, markLoaded: () => Promise.reject(new Error('died')) },
    };
    await expect(carry(source, ports)).rejects.toThrow('died');
    expect(await planned()).toEqual([{ batches: 2n, loaded: 0n }]);
    expect(await carry(source)).toEqual([1n, 2n, 3n]);
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 1, attempts_v1: 1, cost_effects_v1: 1 });
    expect(await planned()).toEqual([{ batches: 3n, loaded: 3n }]);
  });

  it('is not read after it is released, so that it can be closed', async () => {
    const source = sourceOf(requestEvents(world.scope, 1));
    let underWay = 0;
    const slow: EventSource = {
      ...source,
      read: async (from, limits) => {
        underWay += 1;
        await world.rowCounts();
        const block = await source.read(from, limits);
        underWay -= 1;
        return block;
      },
    };
    const ports: IndexerPorts = {
      ...world.ports,
      batches: { ...world.ports.batches, plan: () => Promise.reject(new Error('died')) },
    };
    await expect(carry(slow, ports)).rejects.toThrow('died');
    expect(underWay).toBe(0);
  });

  it('plans a cancellation after the ending that it replaces is loaded', async () => {
    const at = '2026-03-02T10:15:00.000Z';
    const ending: RequestTerminal = {
      event: 'request_terminal',
      schema: 1,
      scope: world.scope,
      purpose: 'application',
      logical_request_id: 'one',
      admitted_at: at,
      terminal_at: at,
      status: 'succeeded',
      attempt_count: 0,
      streaming: false,
    };
    expect(await carry(sourceOf([ending, { ...ending, status: 'cancelled' }]))).toEqual([1n, 2n]);
    expect(await world.rowCounts()).toEqual({
      request_admissions_v1: 1,
      request_terminals_v1: 2,
      replaced_terminals_v1: 1,
    });
  });
});
