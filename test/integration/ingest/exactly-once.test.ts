import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JournalWriter } from '../../../journal/files/journal-writer.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { bundledProgram } from '../../../testing/processes/bundled-programs.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

const CHILD = bundledProgram('test/integration/ingest/support/indexer-child.ts');
/** Milliseconds longer than any lease of the killed indexer. */
const NEXT_DAY_MS = 86_400_000;

interface ChildEnd {
  readonly signal: string | null;
  readonly output: string;
}

async function runChild(world: IngestWorld, folder: string, faultPoint: string, aheadMs: number): Promise<ChildEnd> {
  const args = [CHILD, world.databaseUrl, world.clickhouseUrl, folder, String(aheadMs)];
  const child = spawn(process.execPath, args, { env: { ...process.env, TRUETALLY_FAULT_POINT: faultPoint } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const signal = await new Promise<string | null>((settle) => child.on('exit', (_, name) => settle(name)));
  return { signal, output: output.trim() };
}

describe('the indexer, killed and restarted', () => {
  let world: IngestWorld;
  beforeAll(async () => {
    world = await createIngestWorld();
  });
  afterAll(() => world.drop());

  const REQUESTS = 30;
  const FAULT_POINTS = [
    'indexer.before_plan',
    'indexer.before_commit',
    'indexer.after_plan',
    'indexer.between_tables',
    'indexer.after_insert',
    'indexer.after_loaded',
  ];

  /** The number of cases so far: each adds its requests to those of the earlier ones. */
  let round = 0;

  it.each(FAULT_POINTS)('loads every event once if it dies at %s', async (faultPoint) => {
    round += 1;
    const folder = join(world.folder, randomUUID());
    const writer = new JournalWriter({ folder, writerId: 'gateway' });
    // Every insert creates a part in each of thirty months.
    const first = (round - 1) * REQUESTS;
    for (let number = first; number < first + REQUESTS; number += 1) {
      // Each event arrives twice. After every death of the indexer, the repetition is recognized.
      await writer.append(requestEvents(world.scope, number));
      await writer.append(requestEvents(world.scope, number));
    }
    await writer.close();

    expect(await runChild(world, folder, faultPoint, 0)).toEqual({ signal: 'SIGKILL', output: '' });
    expect(await runChild(world, folder, '', NEXT_DAY_MS)).toEqual({ signal: null, output: 'done' });
    expect(await runChild(world, folder, '', 2 * NEXT_DAY_MS)).toEqual({ signal: null, output: 'done' });

    const rows = REQUESTS * round;
    expect(await world.rowCounts()).toEqual({
      request_admissions_v1: rows,
      attempts_v1: rows,
      cost_effects_v1: rows,
    });
    const sums = await world.clickhouse.query({
      query: 'SELECT sum(nanos) AS nanos, sum(priced) AS priced, uniqExact(arrival_seq) AS seqs FROM cost_effects_v1',
      format: 'JSONEachRow',
    });
    const nanos = rows * 1_000 + (rows * (rows - 1)) / 2;
    expect(await sums.json()).toEqual([{ nanos: String(nanos), priced: String(rows), seqs: String(rows) }]);
    for (const unit of ['hour', 'day']) {
      const rollup = await world.clickhouse.query({
        query: `SELECT sum(admitted) AS admitted, sum(attempts) AS attempts, sum(effects) AS effects, sum(nanos) AS nanos
            FROM traffic_by_${unit}_v1 WHERE facet = ''`,
        format: 'JSONEachRow',
      });
      const counts = { admitted: String(rows), attempts: String(rows), effects: String(rows) };
      expect(await rollup.json()).toEqual([{ ...counts, nanos: String(nanos) }]);
    }
    const state = await createIngestStateStore(world.pool).read({
      organizationId: world.scope.organization_id,
      workspaceId: world.scope.workspace_id,
      from: new Date('2024-01-01T00:00:00Z'),
      to: new Date('2040-01-01T00:00:00Z'),
    });
    const through = BigInt(rows * 3 * 2);
    expect(state.fence).toBe(through);
    expect(state.gaps).toEqual([]);
    expect(state.watermarks).toEqual([
      {
        producer_class: 'gateway_journal',
        produced_through: through,
        indexed_through: through,
        last_indexed_at: expect.any(Date) as Date,
      },
      { producer_class: 'control_plane_outbox', produced_through: 0n, indexed_through: 0n },
    ]);
  });
});
