import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import { MAX_BATCHES_AHEAD } from '../../../store/ingest/planning/lock-arrival.ts';
import { createIngestPlace, requestEvents, type IngestPlace } from './support/ingest-place.ts';

let place: IngestPlace;
beforeAll(async () => {
  place = await createIngestPlace();
});
afterAll(() => place.drop());

/** Each of its lines is a batch. */
function sourceOf(id: string, lines: readonly string[]): EventSource {
  const block = (from: bigint) => {
    const taken = lines.slice(Number(from), Number(from) + 1);
    return Promise.resolve({ lines: taken, firstOffset: from, lastOffset: from + BigInt(taken.length) });
  };
  return { id, kind: 'journal', location: `/${id}`, read: block, readAgain: block };
}

it('plans nothing more while a batch waits so far behind that ClickHouse could forget its token', async () => {
  const [line = ''] = requestEvents(place.scope, 1).map((event) => JSON.stringify(event));
  const stuck = sourceOf('journal:stuck', [line]);
  const busy = sourceOf(
    'journal:busy',
    Array.from({ length: MAX_BATCHES_AHEAD + 1 }, () => ' '),
  );
  for (const source of [stuck, busy]) await place.ports.sources.lease(source, 'test');

  const dead = {
    reach: (point: string) => {
      if (point === 'indexer.after_insert') throw new Error('killed');
    },
  };
  await expect(advanceSource({ ...place.ports, faults: dead }, stuck, 'test', 0n)).rejects.toThrow('killed');
  const [waiting] = await place.ports.batches.unloaded();
  expect(waiting).toBe((await place.ports.batches.planned('journal:stuck'))[0]?.batchId);
  const step = (offset: number) => advanceSource(place.ports, busy, 'test', BigInt(offset));
  for (let offset = 0; offset < MAX_BATCHES_AHEAD; offset += 1) await step(offset);
  await expect(step(MAX_BATCHES_AHEAD)).rejects.toThrow(
    'A batch of journal:stuck (/journal:stuck) is not loaded, and 500 batches were planned after it: no other is planned',
  );
  // Nothing of the refused plan stays: not even the place that its source has reached.
  expect(await place.ports.sources.lease(busy, 'test')).toMatchObject({ nextOffset: BigInt(MAX_BATCHES_AHEAD) });

  await advanceSource(place.ports, stuck, 'test', 0n);
  expect(await place.ports.batches.unloaded()).toEqual([]);
  expect(await place.rowCounts()).toEqual({ request_admissions_v1: 1 });
  expect(await step(MAX_BATCHES_AHEAD)).toMatchObject({ lines: 1 });
});
