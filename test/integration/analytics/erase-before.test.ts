import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { ERASED_TABLES, eraseBefore } from '../../../analytics/retention/erase-before.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../ingest/support/ingest-world.ts';

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
});
afterAll(() => world.drop());

const neighbour = {
  organization_id: 'org_here',
  workspace_id: 't_next',
  application_id: 'app_next',
  gateway_id: 'gw_next',
  environment_id: 'env_next',
};

/** A request in a month of 2024 with every kind of fact, all on the third day of the month. */
function allEvents(scope: IngestWorld['scope'], month: number): TrafficEvent[] {
  const at = new Date(Date.UTC(2024, month, 3, 4, 5, 6)).toISOString();
  const id = `request-${month}`;
  const dimensions = {
    schema: 1,
    scope,
    purpose: 'application',
    logical_request_id: id,
    dimensions: { user: 'somebody' },
  } as const;
  const ending = {
    event: 'request_terminal',
    ...dimensions,
    admitted_at: at,
    terminal_at: at,
    attempt_count: 1,
    streaming: false,
    total_ms: 100,
  } as const;
  return [
    ...requestEvents(scope, month),
    { ...ending, status: 'succeeded' },
    // It replaces the other ending.
    { ...ending, status: 'cancelled' },
    {
      event: 'feedback_verdict',
      ...dimensions,
      feedback_id: 'verdict',
      issuer_ref: 'somebody',
      value: 'positive',
      revision: 1,
      occurred_at: at,
      source: 'app',
      match: 'matched',
    },
    {
      event: 'release_marker',
      schema: 1,
      scope,
      marker_id: `marker-${month}`,
      marker_kind: 'deployed',
      release_id: 'release',
      actor_kind: 'person',
      occurred_at: at,
    },
    {
      event: 'evaluation_outcome',
      ...dimensions,
      admitted_at: at,
      outcome_id: 'label',
      evaluator_id: 'human',
      evaluator_kind: 'human',
      metric: 'correctness',
      basis: 'measured',
      actor: 'somebody',
      // A later label is erased with its request.
      occurred_at: '2025-01-01T00:00:00.000Z',
      verdict: 'pass',
      annotator: 'somebody',
    },
  ];
}

/** Imports the events of these months for both workspaces. */
async function load(name: string, months: readonly number[]): Promise<void> {
  const path = join(world.folder, name);
  const events = months.flatMap((month) => [...allEvents(world.scope, month), ...allEvents(neighbour, month)]);
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const { totals } = await importFile(world.ports, {
    path,
    holder: 'test',
    onProgress: () => undefined,
    onWaiting: () => undefined,
  });
  expect(totals.quarantined).toBe(0);
}

/** The months of 2024, from 0, of which each table has rows of a workspace. */
async function monthsOf(workspaceId: string): Promise<Record<string, number[]>> {
  const held: Record<string, number[]> = {};
  for (const [table, timeBase] of ERASED_TABLES) {
    const query = `SELECT DISTINCT toMonth(${timeBase}) - 1 AS month FROM ${table}
      WHERE workspace_id = {workspaceId:String} ORDER BY month`;
    const result = await world.clickhouse.query({ query, query_params: { workspaceId }, format: 'JSONEachRow' });
    const months = (await result.json<{ month: number }>()).map((row) => row.month);
    if (months.length > 0) held[table] = months;
  }
  return held;
}

/** @param whole the months that also have a row in a rollup by month; all months by default */
function everywhere(months: readonly number[], whole = months): Record<string, number[]> {
  const tables = ERASED_TABLES.map(([table]) => table).filter((table) => table !== 'protection_evaluations_v1');
  return Object.fromEntries(tables.map((table) => [table, [...(table.includes('_by_month_') ? whole : months)]]));
}

it('erases only the facts and rollups of one workspace before a day, repeatedly', async () => {
  const now = new Date();
  await world.pool.query("INSERT INTO workspaces VALUES ('t_next', 'org_here', 'Next', $1)", [now]);
  await world.pool.query("INSERT INTO applications VALUES ('app_next', 't_next', 'Next', $1)", [now]);
  await world.pool.query("INSERT INTO gateways VALUES ('gw_next', 'app_next', 'Next', $1)", [now]);
  await world.pool.query("INSERT INTO environments VALUES ('env_next', 'gw_next', 'Next', $1)", [now]);
  await load('first', [0, 1, 2]);
  expect(await monthsOf('t_here')).toEqual(everywhere([0, 1, 2]));

  const here = { organizationId: 'org_here', workspaceId: 't_here' };
  await eraseBefore(world.clickhouse, here, new Date('2024-02-01T00:00:00.000Z'));
  expect(await monthsOf('t_here')).toEqual(everywhere([1, 2]));
  // The sums of a partly erased month would contain erased facts. No read uses them any more.
  await eraseBefore(world.clickhouse, here, new Date('2024-02-03T00:00:00.000Z'));
  expect(await monthsOf('t_here')).toEqual(everywhere([1, 2], [2]));
  await eraseBefore(world.clickhouse, here, new Date('2024-02-04T00:00:00.000Z'));
  expect(await monthsOf('t_here')).toEqual(everywhere([2]));

  // Old traffic that arrives afterwards is erased by the next call.
  await load('late', [0]);
  await eraseBefore(world.clickhouse, here, new Date('2024-02-04T00:00:00.000Z'));
  expect(await monthsOf('t_here')).toEqual(everywhere([2]));
  expect(await monthsOf('t_next')).toEqual(everywhere([0, 1, 2]));
});

it('recognizes a request as long as any of its facts exists', async () => {
  const known = {
    organization_id: 'org_here',
    workspace_id: 't_here',
    request_hash: '77',
    content_hash: '1',
    batch_id: '1',
  };
  const values = ['2023-01-01 10:00:00', '2023-03-01 10:00:00'].map((occurred_at, event_hash) => ({
    ...known,
    event_hash,
    occurred_at,
  }));
  await world.clickhouse.insert({ table: 'event_identities_v1', values, format: 'JSONEachRow' });
  await world.clickhouse.insert({ table: 'event_identities_v1', values: values.slice(0, 1), format: 'JSONEachRow' });
  const left = async (table: string): Promise<boolean> => {
    const query = `SELECT 1 FROM ${table} WHERE toYear(${table === 'known_requests_v1' ? 'newest_at' : 'occurred_at'}) = 2023`;
    return (await (await world.clickhouse.query({ query, format: 'JSONEachRow' })).json()).length > 0;
  };
  for (const [before, isLeft] of [
    ['2023-02-01', true],
    ['2023-04-01', false],
  ] as const) {
    const here = { organizationId: 'org_here', workspaceId: 't_here' };
    await eraseBefore(world.clickhouse, here, new Date(`${before}T00:00:00.000Z`));
    expect(await left('event_identities_v1')).toBe(isLeft);
    expect(await left('known_requests_v1')).toBe(isLeft);
  }
});
