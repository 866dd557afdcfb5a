import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIndexer } from '../../../analytics/indexer/run-indexer.ts';
import type { GrowingSource } from '../../../journal/source/event-source.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

/** A source whose writer is always one line ahead of its reader. */
function endlessSource(): GrowingSource {
  const lineAt = (offset: bigint) => ({ lines: [' '], firstOffset: offset, lastOffset: offset + 1n });
  let reached = 0n;
  return {
    id: 'journal:endless',
    kind: 'journal',
    location: '/endless',
    end: () => Promise.resolve(reached + 2n),
    read(from) {
      reached = from;
      return Promise.resolve(lineAt(from));
    },
    readAgain: (from) => Promise.resolve(lineAt(from)),
  };
}

function oneBatchSource(lines: readonly string[]): GrowingSource {
  const end = BigInt(lines.length);
  return {
    id: 'journal:short',
    kind: 'journal',
    location: '/short',
    end: () => Promise.resolve(end),
    read: (from) => Promise.resolve({ lines: from === 0n ? lines : [], firstOffset: from, lastOffset: end }),
    readAgain: () => Promise.resolve({ lines, firstOffset: 0n, lastOffset: end }),
  };
}

/** A source that returns one line at a time. */
function linesOneByOne(id: string, lines: readonly string[]): GrowingSource {
  const block = (from: bigint, to: bigint) =>
    Promise.resolve({ lines: lines.slice(Number(from), Number(to)), firstOffset: from, lastOffset: to });
  const end = BigInt(lines.length);
  return {
    id: `journal:${id}`,
    kind: 'journal',
    location: `/${id}`,
    writer: 'gateway',
    end: () => Promise.resolve(end),
    read: (from) => block(from, from < end ? from + 1n : end),
    readAgain: block,
  };
}

describe('the indexer', () => {
  let world: IngestWorld;
  beforeEach(async () => {
    world = await createIngestWorld();
  });
  afterEach(() => world.drop());

  it('continues with the next source and sends heartbeats, while the previous source never ends', async () => {
    const stop = new AbortController();
    const lines = requestEvents(world.scope, 1).map((event) => JSON.stringify(event));
    const sources = [endlessSource(), oneBatchSource(lines)];
    let batches = 0;
    let rounds = 0;
    await runIndexer({
      ...world.ports,
      importsFolder: world.folder,
      instanceId: 'fair',
      eventLogs: [{ name: 'both', sources: () => Promise.resolve(sources) }],
      signal: stop.signal,
      log: {
        info: () => {
          batches += 1;
          if (batches === 10) stop.abort();
        },
        error: (fields, message) => expect.unreachable(`${message}: ${JSON.stringify(fields)}`),
      },
      onRound: () => {
        rounds += 1;
        return Promise.resolve();
      },
    });
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 1, attempts_v1: 1, cost_effects_v1: 1 });
    expect(rounds).toBeGreaterThan(1);
  });

  it('waits for a log that cannot be listed, and loads the others at full speed', async () => {
    const stop = new AbortController();
    const endless = { ...endlessSource(), id: 'journal:readable' };
    const errors: unknown[] = [];
    let batches = 0;
    const started = performance.now();
    await runIndexer({
      ...world.ports,
      importsFolder: world.folder,
      instanceId: 'isolated',
      eventLogs: [
        { name: 'unreadable', sources: () => Promise.reject(new Error('no such disk')) },
        { name: 'readable', sources: () => Promise.resolve([endless]) },
      ],
      signal: stop.signal,
      log: {
        info: () => {
          batches += 1;
          if (batches === 5) stop.abort();
        },
        error: (fields) => errors.push(fields),
      },
    });
    const elapsedMs = performance.now() - started;
    expect(errors[0]).toEqual({ err: new Error('no such disk'), source: 'unreadable' });
    // The indexer waits two seconds after every failure.
    expect(errors.length).toBeLessThanOrEqual(1 + elapsedMs / 2_000);
  });

  it('reads a writer’s sources in order: a price settled at the end of one may change at the start of the next', async () => {
    const stop = new AbortController();
    const [admitted] = requestEvents(world.scope, 1);
    const settled = {
      ...{ event: 'cost_effect', schema: 1, scope: world.scope, purpose: 'application', logical_request_id: 'ordered' },
      ...{ effect_id: 'settled', effect_kind: 'settlement', attempt_id: 'a', provider_id: 'p', provider_model: 'm' },
      ...{ occurred_at: '2026-05-06T07:08:09.010Z', price_state: 'pending' },
    };
    const priced = {
      ...{ ...settled, effect_id: 'late', effect_kind: 'price_transition', previous_price_state: 'pending' },
      ...{ price_state: 'priced', nanos: '5' },
    };
    const textsOf = (...events: readonly object[]): string[] => events.map((event) => JSON.stringify(event));
    const sources = [linesOneByOne('first', textsOf(admitted!, settled)), linesOneByOne('second', textsOf(priced))];
    const loaded: unknown[] = [];
    await runIndexer({
      ...world.ports,
      importsFolder: world.folder,
      instanceId: 'in order',
      eventLogs: [{ name: 'written', sources: () => Promise.resolve(sources) }],
      signal: stop.signal,
      log: {
        info: (fields) => {
          loaded.push(fields);
          if (loaded.length === 3) stop.abort();
        },
        error: (fields, message) => expect.unreachable(`${message}: ${JSON.stringify(fields)}`),
      },
    });
    expect(loaded).toEqual([
      { source: 'journal:first', lines: 1, repeated: 0, quarantined: 0 },
      { source: 'journal:first', lines: 1, repeated: 0, quarantined: 0 },
      { source: 'journal:second', lines: 1, repeated: 0, quarantined: 0 },
    ]);
  });
});
