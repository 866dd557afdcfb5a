import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_QUARANTINED_LINES } from '../../../analytics/indexer/planning/plan-next.ts';
import type { IndexerPorts } from '../../../analytics/indexer/indexer-ports.ts';
import { importFile, type ImportOutcome } from '../../../analytics/indexer/import-file.ts';
import { createGapStore } from '../../../store/ingest/gap-store.ts';
import { createQuarantineStore } from '../../../store/ingest/quarantine-store.ts';
import { createRetentionSweepStore } from '../../../store/installation/retention-sweep-store.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

const A_MONTH_ON = { now: () => new Date(Date.now() + 31 * 86_400_000) };

let world: IngestWorld;
beforeEach(async () => {
  world = await createIngestWorld();
});
afterEach(() => world.drop());

function importLines(ports: IndexerPorts, name: string, lines: readonly string[]): Promise<ImportOutcome> {
  const path = join(world.folder, name);
  writeFileSync(path, lines.join('\n'));
  return importFile(ports, { path, holder: 'test', onProgress: () => undefined, onWaiting: () => undefined });
}

/** A batch with one event that is loaded, and three more refused lines than are stored. */
function manyLines(): string[] {
  const [admitted] = requestEvents(world.scope, 0);
  const [spoilt] = requestEvents(world.scope, 1);
  const [stranger] = requestEvents({ ...world.scope, environment_id: 'env_elsewhere' }, 2);
  return [
    JSON.stringify(stranger),
    ...Array.from({ length: MAX_QUARANTINED_LINES }, () => '{}'),
    JSON.stringify(admitted),
    JSON.stringify({ ...spoilt, surprise: true }),
    JSON.stringify({ ...stranger, logical_request_id: 'another' }),
  ];
}

it('the first thousand lines of a batch are stored, and its repetition also excludes the others', async () => {
  const lines = manyLines();
  const faults = {
    reach: (name: string) => {
      if (name === 'indexer.after_plan') throw new Error('died');
    },
  };
  await expect(importLines({ ...world.ports, faults }, 'many', lines)).rejects.toThrow('died');
  const quarantine = createQuarantineStore(world.pool, world.ports.clock);
  expect(await quarantine.counts()).toMatchObject({ total: 1_003, today: 1_003, reason: 'unknown_event' });
  const [newest, ...older] = await quarantine.list({
    reason: undefined,
    discarded: false,
    before: undefined,
    limit: 9_999,
  });
  expect([newest?.arrivalSeq, older.length]).toEqual([1_000n, 999]);

  // The unknown environment now exists, and the stored lines were removed. Neither changes the batch.
  await world.pool.query("INSERT INTO environments VALUES ('env_elsewhere', 'gw_here', 'Elsewhere', $1)", [new Date()]);
  const sweeps = createRetentionSweepStore(world.pool, A_MONTH_ON, { auditDays: 400 });
  expect(await sweeps.removeFromInstallation('quarantined_lines', 600)).toBe(600);
  const outcome = await importLines(world.ports, 'many', lines);
  expect(outcome.totals).toMatchObject({ events: { request_admitted: 1 }, quarantined: 1_003 });
  expect(outcome.totals.firstQuarantined.map(({ offset }) => offset)).toEqual([600n, 601n, 602n, 603n, 604n]);
  expect(await world.rowCounts()).toEqual({ request_admissions_v1: 1 });
});

it('the gap of a line without a stored text remains until a person closes it', async () => {
  await importLines(world.ports, 'many', manyLines());
  const [spoilt] = requestEvents(world.scope, 1);
  await importLines(world.ports, 'mended', [JSON.stringify(spoilt)]);
  const gaps = createGapStore(world.pool, world.ports.clock);
  const list = () => gaps.list({ workspaceId: 't_here', closed: false, before: undefined, limit: 10 });
  const [at] = (await list()).filter(({ from }) => from.toISOString() === '2024-02-03T04:05:06.000Z');
  expect(at).toMatchObject({ to: new Date('2024-02-03T04:05:06.001Z'), lines: 1 });
  await gaps.close(at!.gapId, 'it came after all');
  expect((await list()).map(({ gapId }) => gapId)).not.toContain(at!.gapId);
});
