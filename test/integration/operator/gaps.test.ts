import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { GAP_COMMANDS } from '../../../operator/commands/traffic/gap-commands.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { createGapStore } from '../../../store/ingest/gap-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../ingest/support/ingest-world.ts';

let world: IngestWorld;
const workspace = newId('workspace');
beforeAll(async () => {
  world = await createIngestWorld();
  await world.pool.query("INSERT INTO workspaces VALUES ($1, 'org_here', 'There', $2)", [workspace, new Date()]);
  const path = join(world.folder, 'mixed.jsonl');
  const gap = { event: 'coverage_gap', schema: 1, producer_class: 'gateway_journal', reason: 'moving house' };
  const scope = { organization_id: 'org_here', workspace_id: workspace };
  const lines = [
    { ...gap, scope, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    { ...requestEvents(world.scope, 0)[0], scope: { ...world.scope, ...scope }, admitted_at: '2026-01-01T05:00:00Z' },
  ];
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  await importFile(world.ports, { path, holder: 'test', onProgress: () => undefined, onWaiting: () => undefined });
});
afterAll(() => world.drop());

function run(command: string, typed: Record<string, string>): Promise<readonly CommandRow[]> {
  const gaps = createGapStore(world.pool, world.ports.clock);
  return GAP_COMMANDS[command]!.run({ gaps }, typed, world.ports.clock.now());
}

it('shows gaps, newest first, until an operator closes one with a reason', async () => {
  const states = createIngestStateStore(world.pool);
  const year = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') };
  const read = (pin?: { fence: bigint; disclosedThrough: bigint }) =>
    states.read({ organizationId: 'org_here', workspaceId: workspace, ...year, ...(pin && { pin }) });
  const [newest, oldest] = await run('gap list', { workspace });
  expect([newest, oldest]).toEqual([
    {
      gap: '2',
      workspace_id: workspace,
      producer_class: 'gateway_journal',
      from: '2026-01-01T05:00:00.000Z',
      to: '2026-01-01T05:00:00.001Z',
      cause: 'quarantined',
      reason: 'unknown_scope',
      lines: '1',
    },
    {
      gap: '1',
      workspace_id: workspace,
      producer_class: 'gateway_journal',
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-02T00:00:00.000Z',
      cause: 'declared',
      reason: 'moving house',
      lines: '0',
    },
  ]);
  expect(await run('gap list', { workspace, limit: '1' })).toEqual([newest]);
  expect(await run('gap list', { workspace, after: '2' })).toEqual([oldest]);

  const pin = await read();
  expect(pin.gaps).toHaveLength(2);
  const [closed] = await run('gap close', { gap: '1', reason: 'the proxy was idle that day' });
  expect(closed).toEqual({
    ...oldest,
    closed_at: expect.any(String) as unknown,
    close_reason: 'the proxy was idle that day',
  });
  expect((await read()).gaps).toMatchObject([
    {
      producerClass: 'gateway_journal',
      from: new Date('2026-01-01T05:00:00.000Z'),
      to: new Date('2026-01-01T05:00:00.001Z'),
    },
  ]);
  expect((await read(pin)).gaps).toEqual(pin.gaps);
  expect(await run('gap list', { workspace })).toEqual([newest]);
  expect(await run('gap list', { workspace, closed: '' })).toEqual([closed]);
  // A second operator does not change its time or reason.
  expect(await run('gap close', { gap: '1', reason: 'another' })).toEqual([closed]);
});

it('reports a missing gap', async () => {
  await expect(run('gap close', { gap: '99', reason: 'gone' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no gap 99. Check the id.',
  });
});
