import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRepeatedCallCounter } from '../../../analytics/gateway/repeated-call-counter.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const AT = '2024-01-03T04:05:06.007Z';

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
});
afterAll(() => world.drop());

interface MadeCall {
  readonly team?: string;
  readonly tokens?: number;
  readonly model?: string;
  readonly nanos?: string;
  readonly at?: string;
}

let calls = 0;

/** The events of a gateway call that ended. */
function callOf({ team = 'a', tokens, model = 'm', nanos, at = AT }: MadeCall, id = `greq_${(calls += 1)}`): string[] {
  const of = {
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: id,
    team_id: team,
    attempt_id: `${id}.1`,
    provider_id: 'p',
    provider_model: model,
  } as const;
  const used = tokens === undefined ? undefined : { input_tokens: tokens, output_tokens: 1, total_tokens: tokens + 1 };
  const usage = used
    ? ({ usage_known: true, usage_source: 'provider', ...used } as const)
    : ({ usage_known: false, usage_source: 'none' } as const);
  const price = nanos === undefined ? { price_state: 'unpriced' as const } : { price_state: 'priced' as const, nanos };
  const events: TrafficEvent[] = [
    {
      event: 'attempt',
      ...of,
      ordinal: 1,
      role: 'primary',
      route_changed: false,
      output_state: 'complete',
      ...usage,
      dispatched_at: at,
    },
    { event: 'cost_effect', ...of, effect_id: `${id}.1`, effect_kind: 'settlement', occurred_at: at, ...price },
  ];
  return events.map((event) => JSON.stringify(event));
}

function hitOf(id: string): string {
  return JSON.stringify({
    ...{ event: 'request_terminal', schema: 1, scope: world.scope, purpose: 'application', logical_request_id: id },
    ...{ admitted_at: AT, terminal_at: AT, status: 'succeeded', terminal_kind: 'cache_hit' },
    ...{ attempt_count: 0, streaming: false },
  } satisfies TrafficEvent);
}

it('counts calls that equal an earlier call, and their cost', async () => {
  const count = createRepeatedCallCounter(world.clickhouse);
  const since = new Date('2024-01-03T00:00:00.000Z');
  const nothing = { calls: 0, comparable: 0, repeats: 0, hits: 0, unpriced: 0, repeatedNanos: 0n };
  expect(await count(since, 'team')).toEqual(nothing);
  const lines = [
    // Three calls look equal, and one has no price. Two of them repeat the other, at 10 and 20.
    ...[callOf({ tokens: 5, nanos: '10' }), callOf({ tokens: 5, nanos: '20' }), callOf({ tokens: 5 })],
    // A call of another team, a call of another model, a call with other tokens, and two calls without token counts.
    ...[callOf({ team: 'b', tokens: 5, nanos: '7' }), callOf({ model: 'n', tokens: 5 }), callOf({ tokens: 6 })],
    ...[callOf({}), callOf({})],
    // The count also excludes earlier calls and calls of another gateway.
    ...[callOf({ tokens: 5, at: '2024-01-02T23:59:59.999Z' }), callOf({ tokens: 5 }, 'of-another-gateway')],
    [hitOf('greq_hit'), hitOf('of-another-hit')],
  ].flat();
  const path = join(world.folder, 'calls');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  await importFile(world.ports, { path, holder: 'test', onProgress: () => undefined, onWaiting: () => undefined });
  const ofTeam = { calls: 8, comparable: 6, repeats: 2, hits: 1, unpriced: 1, repeatedNanos: 20n };
  expect(await count(since, 'team')).toEqual(ofTeam);
  expect(await count(since, 'key')).toEqual(ofTeam);
  // Within the organization, the call of the other team equals the three. The four calls cost 37, and three of them
  // repeat one.
  expect(await count(since, 'organization')).toEqual({ ...ofTeam, repeats: 3, repeatedNanos: 27n });
});
