import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createIngestSourceStore } from '../../../../store/ingest/ingest-source-store.ts';
import { planBatch } from '../../../../store/ingest/planning/plan-batch.ts';
import { inTransaction } from '../../../../store/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/engines/database.ts';
import '../../../../testing/engines/provided-context.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.drop());

it('locks the arrival counter for at most five minutes after a process disappears', async () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const source = { id: 'journal:one', kind: 'journal', location: '/one' } as const;
  await createIngestSourceStore(database.pool, { now: () => now }).lease(source, 'indexer');
  const planned = inTransaction(database.pool, (client) =>
    planBatch(client, now, {
      holder: 'indexer',
      bounds: { maxBytes: 1, maxGaps: 1 },
      block: { sourceId: source.id, firstOffset: 0n, lastOffset: 10n, lineCount: 1, workspaceIds: [] },
      decideWhileLocked: async () => {
        const { rows } = await client.query<{ most: string }>(
          `SELECT current_setting('idle_in_transaction_session_timeout') AS most`,
        );
        throw new Error(`${rows[0]?.most} at most`);
      },
    }),
  );
  await expect(planned).rejects.toThrow('5min at most');
});
