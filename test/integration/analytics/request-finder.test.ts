import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { createRequestFinder } from '../../../analytics/judges/request-finder.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
});
afterAll(() => world.drop());

const AT = '2024-01-03T04:05:06.007Z';
const NAUGHTY = `it's "Ω" \\ ') OR 1 --`;

it('finds requests by their ids, each once, with the values of its ending', async () => {
  const { scope } = world;
  const min = { schema: 1, scope, purpose: 'application' } as const;
  const ending = {
    event: 'request_terminal',
    admitted_at: AT,
    terminal_at: AT,
    attempt_count: 0,
    streaming: false,
  } as const;
  const events: TrafficEvent[] = [
    { event: 'request_admitted', ...min, logical_request_id: 'ended', admitted_at: AT, streaming: false },
    {
      ...ending,
      ...min,
      logical_request_id: 'ended',
      route_id: 'chat',
      trace_id: 't',
      team_id: 'x',
      status: 'failed',
    },
    { event: 'request_admitted', ...min, logical_request_id: NAUGHTY, admitted_at: AT, streaming: false },
    { event: 'request_admitted', ...min, logical_request_id: 'other', admitted_at: AT, streaming: false },
  ];
  const path = join(world.folder, 'requests');
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  await importFile(world.ports, { path, holder: 'test', onProgress: () => undefined, onWaiting: () => undefined });

  const find = createRequestFinder(world.clickhouse);
  const found = await find(['ended', NAUGHTY, 'nobody', ...Array.from({ length: 998 }, (_, i) => `${i}`.repeat(100))]);
  expect(found.toSorted((one, other) => one.logical_request_id.localeCompare(other.logical_request_id))).toEqual([
    {
      scope,
      purpose: 'application',
      logical_request_id: 'ended',
      route_id: 'chat',
      trace_id: 't',
      team_id: 'x',
      admitted_at: AT,
    },
    { scope, purpose: 'application', logical_request_id: NAUGHTY, admitted_at: AT },
  ]);
});

it('accepts ten thousand ids', async () => {
  const ids = Array.from({ length: 10_000 }, (_, number) => `nobody ${number}`);
  const found = await createRequestFinder(world.clickhouse)(['ended', ...ids]);
  expect(found.map(({ logical_request_id: id }) => id)).toEqual(['ended']);
});

it('requests are not looked up while ClickHouse is unavailable, which is reported', async () => {
  const away = createAnalyticsClient('http://127.0.0.1:1/truetally');
  await expect(createRequestFinder(away)(['a'])).rejects.toMatchObject({ code: 'dependency_unavailable' });
  await away.close();
});
