import { afterAll, beforeAll, expect, it } from 'vitest';
import { toFact } from '../../../../analytics/indexer/events/fact-rows.ts';
import { factLine, type FactLine } from '../../../../analytics/indexer/events/read-batch.ts';
import { findKnownChanges, findKnownEvents } from '../../../../analytics/indexer/recognition/known-events.ts';
import type { FactEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import { hashToDigits } from '../../../../analytics/indexer/events/event-hash.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../support/ingest-world.ts';

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
});
afterAll(() => world.drop());

const lineOf = (event: FactEvent): FactLine => factLine(0, '', event, toFact(event));

/**
 * Stores this number of identities of one request, as two batches. It also stores as many identities of effects that
 * set one of its prices to a state.
 */
async function makeKnown({ identity }: FactLine, state: string, count: number): Promise<void> {
  const request = hashToDigits(identity.request);
  await world.clickhouse.command({
    query: `INSERT INTO event_identities_v1
      SELECT 'org_here', 't_here', ${request}, sipHash64(number), 1, 7 + number % 2, now() FROM numbers(${count})
      UNION ALL
      SELECT 'org_here', 't_here', ${request}, ${state}, number, 7 + number % 2, now() FROM numbers(${count})`,
  });
}

it('reads only the required identities of a request with millions of events', async () => {
  const [, attempt, cost] = requestEvents(world.scope, 1) as [FactEvent, FactEvent, FactEvent];
  const late = lineOf({
    ...(cost as Extract<FactEvent, { event: 'cost_effect' }>),
    ...{ effect_id: 'late', effect_kind: 'price_transition', previous_price_state: 'pending' },
  });
  await makeKnown(late, hashToDigits(late.identity.price!.leaves!.entered), 100_000);
  const known = lineOf(attempt);
  await world.clickhouse.command({
    query: `INSERT INTO event_identities_v1 SELECT 'org_here', 't_here', ${hashToDigits(known.identity.request)},
      ${hashToDigits(known.identity.event)}, ${hashToDigits(known.identity.content)}, 9, now()`,
  });
  const requests = new Set([late, known].map(({ identity }) => identity.request));
  expect(await findKnownEvents(world.clickhouse, [late, known], requests)).toEqual([
    { event: known.identity.event, content: known.identity.content, batchId: 9n },
  ]);
  const changes = await findKnownChanges(world.clickhouse, [late, known]);
  const change = late.identity.price!.leaves!.entered;
  expect(changes.toSorted((left, right) => Number(left.batchId - right.batchId))).toEqual([
    { change, batchId: 7n, effects: 50_000 },
    { change, batchId: 8n, effects: 50_000 },
  ]);
});
