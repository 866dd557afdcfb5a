import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOutboxStore } from '../../../../store/outbox/outbox-store.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/engines/database.ts';

const AT = new Date('2026-03-01T00:00:00.000Z');

describe('an outbox with many sent items', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    await database.pool.query(
      `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, sent_at)
       SELECT 'start_report_run', 'rrun_' || number, $1::timestamptz, $1, CASE WHEN number > 5 THEN $1::timestamptz END
       FROM generate_series(1, 20000) AS number`,
      [AT],
    );
    await database.pool.query('ANALYZE workflow_outbox');
  });
  afterAll(() => database.drop());

  /** The number of outbox rows that `work` read by sequential scans. */
  async function rowsScanned(work: () => Promise<unknown>): Promise<bigint> {
    const scanned = async (): Promise<bigint> => {
      await database.pool.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await database.pool.query<{ seq_tup_read: bigint }>(
        "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'workflow_outbox'",
      );
      return rows[0]!.seq_tup_read;
    };
    const before = await scanned();
    await work();
    return (await scanned()) - before;
  }

  it('sends and counts without reading sent items', async () => {
    const outbox = createOutboxStore(database.pool, { now: () => AT });
    const read = await rowsScanned(async () => {
      const [item] = await outbox.lease({ kinds: ['start_report_run'], limit: 1, leaseMs: 15_000 });
      await outbox.markSent(item!);
      expect(await outbox.counts()).toEqual({ waiting: 4, oldestWaitingSeconds: 0, dead: 0 });
    });
    expect(read).toBe(0n);
  });
});
