import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { QUARANTINE_COMMANDS } from '../../../operator/commands/traffic/quarantine-commands.ts';
import { createQuarantineStore, type QuarantineStore } from '../../../store/ingest/quarantine-store.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../ingest/support/ingest-world.ts';

const NO_EVENT = 'The member event names no event of this format.';

let world: IngestWorld;
let quarantine: QuarantineStore;
beforeAll(async () => {
  world = await createIngestWorld();
  quarantine = createQuarantineStore(world.pool, world.ports.clock);
  const path = join(world.folder, 'mixed.jsonl');
  writeFileSync(path, ['{}', JSON.stringify(requestEvents(world.scope, 0)[0]), '{"event":'].join('\n'));
  await importFile(world.ports, { path, holder: 'test', onProgress: () => undefined, onWaiting: () => undefined });
});
afterAll(() => world.drop());

function run(command: string, typed: Record<string, string> = {}): Promise<readonly CommandRow[]> {
  return QUARANTINE_COMMANDS[command]!.run({ quarantine }, typed, world.ports.clock.now());
}

it('shows quarantined lines, newest first, until they are discarded', async () => {
  const all = await run('quarantine list');
  expect(all).toMatchObject([
    { line: '3', reason: 'not_json', source: 'file', location: join(world.folder, 'mixed.jsonl') },
    { line: '1', reason: 'unknown_event', detail: NO_EVENT },
  ]);
  expect(await run('quarantine list', { limit: '1' })).toEqual([all[0]]);
  expect(await run('quarantine list', { after: '3' })).toEqual([all[1]]);
  expect(await run('quarantine list', { reason: 'not_json' })).toEqual([all[0]]);
  expect(await run('quarantine show', { line: '3' })).toEqual([{ ...all[0], text: '{"event":' }]);

  const [discarded] = await run('quarantine discard', { line: '3', reason: 'a torn write of the old proxy' });
  expect(discarded).toEqual({
    ...all[0],
    discarded_at: expect.any(String) as unknown,
    discard_reason: 'a torn write of the old proxy',
  });
  expect(await run('quarantine list')).toEqual([all[1]]);
  expect(await run('quarantine list', { discarded: '' })).toEqual([discarded]);
  const room = { keptBytes: 479, beyondShares: 0 };
  expect(await quarantine.counts()).toEqual({ total: 1, today: 1, reason: 'unknown_event', room });
  // A second operator does not change its time or reason.
  expect(await run('quarantine discard', { line: '3', reason: 'another' })).toEqual([discarded]);
});

it('reports a missing line', async () => {
  const detail = 'The quarantine has no line 2. Find its number with `quarantine list`.';
  await expect(run('quarantine show', { line: '2' })).rejects.toMatchObject({ code: 'not_found', message: detail });
  await expect(run('quarantine discard', { line: '2', reason: 'gone' })).rejects.toMatchObject({ message: detail });
});
