import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import { MAX_BATCHES_AHEAD } from '../../../store/ingest/planning/lock-arrival.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
});
afterAll(() => world.drop());

/** A source whose lines are separate batches. */
function sourceOf(id: string, lines: readonly string[]): EventSource {
  const block = (from: bigint) => {
    const taken = lines.slice(Number(from), Number(from) + 1);
    return Promise.resolve({ lines: taken, firstOffset: from, lastOffset: from + BigInt(taken.length) });
  };
  return { id, kind: 'journal', location: `/${id}`, read: block, readAgain: block };
}

it('plans no more batches if a batch waits so long that ClickHouse could forget its token', async () => {
  const [line = ''] = requestEvents(world.scope, 1).map((event) => JSON.stringify(event));
  const stuck = sourceOf('journal:stuck', [line]);
  const busy = sourceOf(
    'journal:busy',
    Array.from({ length: MAX_BATCHES_AHEAD + 1 }, () => ' '),
  );
  for (const source of [stuck, busy]) await world.ports.sources.lease(source, 'test');

  const dead = {
    reach: (point: string) => {
      if (point === 'indexer.after_insert') throw new Error('killed');
    },
  };
  await expect(advanceSource({ ...world.ports, faults: dead }, stuck, 'test', 0n)).rejects.toThrow('killed');
  const [waiting] = await world.ports.batches.unloaded();
  expect(waiting).toBe((await world.ports.batches.planned('journal:stuck'))[0]?.batchId);
  const step = (offset: number) => advanceSource(world.ports, busy, 'test', BigInt(offset));
  for (let offset = 0; offset < MAX_BATCHES_AHEAD; offset += 1) await step(offset);
  await expect(step(MAX_BATCHES_AHEAD)).rejects.toThrow(
    'A batch of journal:stuck (/journal:stuck) is not loaded, and 500 batches were planned after it. No further batch is planned',
  );
  // Nothing of the refused plan remains, including the position of its source.
  expect(await world.ports.sources.lease(busy, 'test')).toMatchObject({ nextOffset: BigInt(MAX_BATCHES_AHEAD) });

  await advanceSource(world.ports, stuck, 'test', 0n);
  expect(await world.ports.batches.unloaded()).toEqual([]);
  expect(await world.rowCounts()).toEqual({ request_admissions_v1: 1 });
  expect(await step(MAX_BATCHES_AHEAD)).toMatchObject({ lines: 1 });
});
