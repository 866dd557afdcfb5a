import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLostCallFinder } from '../../../analytics/gateway/lost-call-finder.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { endLostCalls } from '../../../worker/dead-gateways/end-lost-calls.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
});
afterAll(() => world.drop());

const ADMITTED = '2024-01-03T04:05:06.007Z';
const A_DAY_LATER = new Date('2024-01-04T04:05:06.008Z');

async function load(name: string, lines: readonly string[]): Promise<void> {
  const path = join(world.folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  await importFile(world.ports, { path, holder: 'test', onProgress: () => undefined, onWaiting: () => undefined });
}

it('ends gateway calls that had no ending for a day, each once', async () => {
  const min = { schema: 1, scope: world.scope, purpose: 'application', admitted_at: ADMITTED } as const;
  const admitted = (id: string, more: object = {}): string =>
    JSON.stringify({
      event: 'request_admitted',
      ...min,
      logical_request_id: id,
      streaming: true,
      ...more,
    } satisfies TrafficEvent);
  const ended = { terminal_at: ADMITTED, status: 'succeeded', attempt_count: 0, streaming: true };
  const dimensions = { user: 'alice', key: 'kid_1', 'tag.plan': 'pro' };
  const request = { team_id: 'team', trace_id: 'trace', input_size_bucket: 'small', dimensions };
  await load('calls', [
    admitted('greq_lost', request),
    admitted('greq_ended'),
    JSON.stringify({ event: 'request_terminal', ...min, logical_request_id: 'greq_ended', ...ended }),
    admitted('greq_young', { admitted_at: '2024-01-04T04:05:06.007Z' }),
    admitted('of-another-gateway'),
  ]);
  const written: string[] = [];
  const parts = {
    find: createLostCallFinder(world.clickhouse),
    writer: { appendLines: (lines: readonly string[]) => Promise.resolve(void written.push(...lines)) },
    clock: { now: () => A_DAY_LATER },
  };
  const { signal } = new AbortController();
  expect(await endLostCalls(parts, signal)).toBe(1);
  // Another worker runs at the same time.
  expect(await endLostCalls(parts, signal)).toBe(1);
  expect(new Set(written).size).toBe(3);
  const { admitted_at: _, ...framing } = min;
  const lost = { logical_request_id: 'greq_lost', ...request };
  const called = { attempt_id: 'greq_lost.lost', provider_id: 'unknown', provider_model: 'unknown' };
  expect(JSON.parse(written[0]!)).toEqual({
    event: 'attempt',
    ...{ ...framing, ...lost, ...called },
    ...{ ordinal: 1, role: 'primary', route_changed: false, output_state: 'none' },
    ...{ usage_source: 'none', usage_known: false, dispatched_at: ADMITTED },
  });
  expect(JSON.parse(written[1]!)).toEqual({
    event: 'cost_effect',
    ...{ ...framing, ...lost, ...called },
    ...{ effect_id: 'greq_lost.lost', effect_kind: 'settlement', occurred_at: ADMITTED, price_state: 'unpriced' },
  });
  expect(JSON.parse(written[2]!)).toEqual({
    event: 'request_terminal',
    ...min,
    ...lost,
    terminal_at: ADMITTED,
    status: 'unknown',
    terminal_kind: 'gateway_lost',
    attempt_count: 1,
    streaming: true,
  });

  await load('endings', written);
  expect(await endLostCalls(parts, signal)).toBe(0);
  const count = await world.clickhouse.query({
    query: `SELECT (SELECT count() FROM request_terminals_v1 WHERE logical_request_id = 'greq_lost') AS endings,
      (SELECT count() FROM attempts_v1 WHERE logical_request_id = 'greq_lost') AS attempts,
      (SELECT sum(unpriced) FROM cost_effects_v1 WHERE logical_request_id = 'greq_lost') AS unpriced`,
    format: 'JSONEachRow',
  });
  expect(await count.json()).toEqual([{ endings: '1', attempts: '1', unpriced: '1' }]);
});
