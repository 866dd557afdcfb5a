import { afterEach, beforeEach, expect, it } from 'vitest';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import { compareFacts, type FactsDifference } from '../../../analytics/indexer/compare-facts.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../ingest/support/ingest-world.ts';
import { memorySource } from '../ingest/support/memory-source.ts';

let world: IngestWorld;
beforeEach(async () => {
  world = await createIngestWorld();
});
afterEach(() => world.drop());

async function load(...events: readonly TrafficEvent[]): Promise<void> {
  const source = memorySource(events);
  const lease = await world.ports.sources.lease(source, 'test');
  await advanceSource(world.ports, source, 'test', lease!.nextOffset);
}

async function findDifferences(): Promise<readonly FactsDifference[]> {
  const reloads = createIngestReloadStore(world.pool, world.ports.clock);
  return (await compareFacts(world.clickhouse, reloads)).differences;
}

/** The events of a request with an ending. All events state the same dimensions. */
function eventsOf(month: number, dimensions: Record<string, string>): TrafficEvent[] {
  const at = new Date(Date.UTC(2024, month, 3, 4, 5, 6)).toISOString();
  const ending: TrafficEvent = {
    event: 'request_terminal',
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: `request-${month}`,
    admitted_at: at,
    terminal_at: at,
    status: 'succeeded',
    attempt_count: 1,
    streaming: false,
  };
  const events = [...requestEvents(world.scope, month), ending];
  return events.flatMap((event) =>
    event.event === 'coverage_gap' || event.event === 'release_marker'
      ? []
      : [{ ...event, team_id: 'team-a', dimensions }],
  );
}

it('finds the sums by dimension that differ from the facts', async () => {
  const one = eventsOf(0, { user: 'alice', 'tag.plan': 'pro', 'tag.region': 'eu' });
  await load(...one, ...eventsOf(1, { user: 'bob', key: 'kid_1' }));
  await load({ ...(one.at(-1) as Extract<TrafficEvent, { event: 'request_terminal' }>), status: 'cancelled' });
  expect((await world.rowCounts())['replaced_terminals_v1']).toBe(1);
  expect(await findDifferences()).toEqual([]);

  const table = 'dimension_sums_by_day_v1';
  const row = { organization_id: 'org_here', workspace_id: 't_here', dimension: 'user', value: 'alice', ended: 3 };
  const values = [{ ...row, period: '2024-01-03 00:00:00' }];
  await world.clickhouse.insert({ table, values, format: 'JSONEachRow' });
  await world.clickhouse.command({
    query: `ALTER TABLE ${table} DELETE WHERE dimension = 'tag.region'`,
    clickhouse_settings: { mutations_sync: '2' },
  });
  const found = await findDifferences();
  expect(found).toHaveLength(5);
  expect(found).toEqual(
    expect.arrayContaining([
      { table, of: 'ended by user of workspace t_here', planned: 2, found: 5 },
      { table, of: 'admitted by tag of workspace t_here', planned: 2, found: 1 },
      { table, of: 'ended by tag of workspace t_here', planned: 2, found: 1 },
      { table, of: 'attempts by tag of workspace t_here', planned: 2, found: 1 },
      { table, of: 'effects by tag of workspace t_here', planned: 2, found: 1 },
    ]),
  );
});
