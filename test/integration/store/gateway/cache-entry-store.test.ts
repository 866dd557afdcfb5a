import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createCacheEntryStore,
  type CacheEntry,
  type CacheEntryStore,
} from '../../../../store/gateway/cache-entry-store.ts';
import { createCacheCandidateStore, type SimilarityKey } from '../../../../store/gateway/cache-candidate-store.ts';
import { createCacheFigureStore } from '../../../../store/gateway/cache-figure-store.ts';
import { createCacheReportStore } from '../../../../store/gateway/cache-report-store.ts';
import { createRetentionSweepStore } from '../../../../store/installation/retention-sweep-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const START = '2026-03-02T08:00:00.000Z';
const END = '2026-03-02T09:00:00.000Z';

let world: StoreWorld;
let entries: CacheEntryStore;
beforeAll(async () => {
  world = await openStoreWorld(START);
  entries = createCacheEntryStore(world.pool, world.clock);
});
beforeEach(async () => {
  world.clock.set(START);
  await world.pool.query('TRUNCATE cache_entries, cache_figures');
});
afterAll(() => world.close());

function entryOf(more: Partial<CacheEntry> = {}): CacheEntry {
  return {
    entryId: newId('cacheEntry'),
    fingerprint: randomBytes(32),
    exactDigest: randomBytes(32),
    scopeKey: 'team:env_1:a',
    ruleId: 'default',
    sourceRequestId: 'greq_1',
    provider: 'anthropic',
    model: 'claude-haiku-4-5',
    contentType: 'application/json',
    body: Buffer.from('{}'),
    priceNanos: '3500000',
    createdAt: new Date(START),
    expiresAt: new Date(END),
    ...more,
  };
}

async function keep(more: Partial<CacheEntry> = {}, similarityKey?: SimilarityKey): Promise<CacheEntry> {
  const entry = entryOf(more);
  expect(await entries.keep(entry, await entries.lastPurge(), similarityKey)).toBe(true);
  return entry;
}

async function heldIds(): Promise<string[]> {
  const { rows } = await world.pool.query<{ entry_id: string }>('SELECT entry_id FROM cache_entries ORDER BY entry_id');
  return rows.map(({ entry_id: id }) => id);
}

describe('an entry', () => {
  it('is found unchanged by its fingerprint, until it expires', async () => {
    const entry = await keep();
    const unpriced = await keep({ priceNanos: undefined });
    expect(await entries.find(entry.fingerprint)).toEqual(entry);
    expect(await entries.find(unpriced.fingerprint)).toEqual(unpriced);
    expect(await entries.find(randomBytes(32))).toBeUndefined();
    world.clock.set(END);
    expect(await entries.find(entry.fingerprint)).toBeUndefined();
  });

  it('replaces the entry with the same fingerprint', async () => {
    const { fingerprint } = await keep();
    const younger = await keep({ fingerprint, body: Buffer.from('[]') });
    expect([await entries.find(fingerprint), await heldIds()]).toEqual([younger, [younger.entryId]]);
  });

  it('is removed if there are too many bytes, oldest first', async () => {
    const at = (second: number) => ({
      createdAt: new Date(Date.parse(START) + second * 1_000),
      body: Buffer.alloc(100),
    });
    const [, second, third] = [await keep(at(1)), await keep(at(2)), await keep(at(3))];
    expect(await entries.evict(200)).toBe(1);
    expect(await heldIds()).toEqual([second.entryId, third.entryId]);
    expect(await entries.evict(200)).toBe(0);
  });

  it('counts with its text and its vector', async () => {
    const similarityKey = { partition: Buffer.from('one'), words: 'é'.repeat(50), vector: new Float32Array(25) };
    const at = (second: number) => new Date(Date.parse(START) + second * 1_000);
    const plain = await keep({ createdAt: at(1), body: Buffer.alloc(100) });
    const alike = await keep({ createdAt: at(2), body: Buffer.alloc(100) }, similarityKey);
    expect(await entries.evict(400)).toBe(0);
    expect(await entries.evict(399)).toBe(1);
    expect(await heldIds()).toEqual([alike.entryId]);
    expect(await entries.evict(299)).toBe(1);
    expect([await heldIds(), plain.body.length]).toEqual([[], 100]);
  });

  it('is removed from the largest organization, and never from one below an equal share', async () => {
    const of = (organizationId: string | undefined, second: number, bytes = 100) =>
      keep({ organizationId, createdAt: new Date(Date.parse(START) + second * 1_000), body: Buffer.alloc(bytes) });
    const [small, unknown] = [await of('org_small', 0), await of(undefined, 1)];
    const large = [
      await of('org_large', 2),
      await of('org_large', 3),
      await of('org_large', 4),
      await of('org_large', 5),
    ];
    const middle = [await of('org_middle', 6), await of('org_middle', 7)];
    expect(await entries.evict(800)).toBe(0);
    expect(await entries.evict(700)).toBe(1);
    expect(await heldIds()).not.toContain(large[0]?.entryId);
    expect(await entries.evict(600)).toBe(1);
    expect(await heldIds()).not.toContain(large[1]?.entryId);
    expect(await entries.evict(450)).toBe(2);
    const kept = [small, unknown, large[3], middle[1]].map((entry) => entry?.entryId);
    expect(await heldIds()).toEqual(kept.sort());
  });

  it('is removed by a sweep after its expiry', async () => {
    const sweeps = createRetentionSweepStore(world.pool, world.clock, { auditDays: 1 });
    const young = await keep({ expiresAt: new Date(Date.parse(END) + 1) });
    await keep();
    world.clock.set(END);
    expect(await sweeps.removeFromInstallation('cache_entries', 10)).toBe(1);
    expect(await heldIds()).toEqual([young.entryId]);
  });
});

describe('a candidate for similarity', () => {
  const similarityKeyOf = (words: string, name = 'one'): SimilarityKey => ({
    partition: Buffer.from(name),
    words,
    vector: Float32Array.from([0.25, -0.5, words.length]),
  });
  const aged = (seconds: number): Partial<CacheEntry> => ({
    createdAt: new Date(Date.parse(START) - seconds * 1_000),
  });
  const wordsOf = async (after: Date, max = 10): Promise<string[]> => {
    const found = await createCacheCandidateStore(world.pool, world.clock).newest(Buffer.from('one'), after, max);
    return found.map(({ words }) => words);
  };

  it('is stored unchanged, and removed with its entry', async () => {
    const candidates = createCacheCandidateStore(world.pool, world.clock);
    const { entryId, fingerprint, createdAt, expiresAt } = await keep({}, similarityKeyOf('a'));
    await keep({}, similarityKeyOf('b', 'other'));
    await keep();
    expect(await candidates.newest(Buffer.from('one'), new Date(0), 10)).toEqual([
      { fingerprint, createdAt, expiresAt, words: 'a', vector: Float32Array.from([0.25, -0.5, 1]) },
    ]);
    await entries.purge({ by: 'entry', value: entryId });
    expect(await wordsOf(new Date(0))).toEqual([]);
  });

  it('is among the youngest unexpired of its partition, the oldest of them first', async () => {
    for (const seconds of [3, 1, 4, 2]) await keep(aged(seconds), similarityKeyOf(String(seconds)));
    await keep({ expiresAt: new Date(START) }, similarityKeyOf('expired'));
    expect(await wordsOf(new Date(0))).toEqual(['4', '3', '2', '1']);
    expect(await wordsOf(new Date(0), 2)).toEqual(['2', '1']);
    expect(await wordsOf(new Date(Date.parse(START) - 2_000))).toEqual(['1']);
  });
});

describe('a purge', () => {
  it.each([
    ['entry', 'entryId'],
    ['scope', 'scopeKey'],
    ['rule', 'ruleId'],
  ] as const)('by %s removes the named entries, and notifies every process', async (by, member) => {
    const gone = await keep({ scopeKey: 'gone', ruleId: 'gone' });
    const stays = await keep();
    const before = await entries.lastPurge();
    expect(await entries.purge({ by, value: gone[member] })).toBe(1);
    expect(await heldIds()).toEqual([stays.entryId]);
    expect(await entries.purgesSince(before)).toEqual({ last: before + 1n, purges: [{ by, value: gone[member] }] });
    expect(await entries.purge({ by, value: gone[member] })).toBe(0);
  });

  it('rejects earlier writes, even uncommitted ones', async () => {
    const known = await entries.lastPurge();
    const client = await world.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE cache_purge_number SET last = last + 1');
      const keeping = entries.keep(entryOf(), known, undefined);
      // The entry waits for the lock, so that it cannot be stored directly after the removal.
      await expect
        .poll(async () => {
          const { rows } = await world.pool.query<{ waiting: bigint }>(
            `SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted`,
          );
          return rows[0]?.waiting;
        })
        .toBe(1n);
      await client.query('COMMIT');
      expect(await keeping).toBe(false);
    } finally {
      client.release();
    }
    expect(await heldIds()).toEqual([]);
    expect(await entries.keep(entryOf(), known, undefined)).toBe(false);
  });
});

it('figures are summed by day, rule, outcome and kind', async () => {
  const figures = createCacheFigureStore(world.pool, world.clock);
  const hit = { ruleId: 'r', outcome: 'hit', kind: 'exact', requests: 2n, priced: 1n, savedNanos: 12n } as const;
  const miss = { ruleId: 'r', outcome: 'miss', kind: '', requests: 1n, priced: 0n, savedNanos: 0n } as const;
  await Promise.all([figures.add([hit, miss]), figures.add([hit])]);
  world.clock.set('2026-03-03T00:00:00.000Z');
  await figures.add([miss]);
  const { rows } = await world.pool.query<{ row: string }>(
    `SELECT concat_ws(' ', day, rule_id, outcome, kind, requests, priced, saved_nano_usd) AS row FROM cache_figures ORDER BY 1`,
  );
  expect(rows.map(({ row }) => row)).toEqual([
    '2026-03-02 r hit exact 4 2 24',
    '2026-03-02 r miss  1 0 0',
    '2026-03-03 r miss  1 0 0',
  ]);
});

describe('the cache statistics', () => {
  it('are empty without entries', async () => {
    const reports = createCacheReportStore(world.pool, world.clock);
    expect(await reports.figures()).toEqual({ since: undefined, figures: [] });
    expect(await reports.held()).toEqual({ entries: 0, bytes: 0, ages: undefined });
  });

  it('are summed over days, from the first of them', async () => {
    const figures = createCacheFigureStore(world.pool, world.clock);
    const reports = createCacheReportStore(world.pool, world.clock);
    const hit = { ruleId: 'r', outcome: 'hit', kind: 'exact', requests: 2n, priced: 1n, savedNanos: 12n } as const;
    const miss = { ruleId: 'a', outcome: 'miss', kind: '', requests: 1n, priced: 0n, savedNanos: 0n } as const;
    world.clock.set('2026-03-04T08:00:00.000Z');
    await figures.add([hit]);
    world.clock.set(START);
    await figures.add([miss, { ...hit, savedNanos: 10n ** 20n }]);
    expect(await reports.figures()).toEqual({
      since: '2026-03-02',
      figures: [miss, { ...hit, requests: 4n, priced: 2n, savedNanos: 10n ** 20n + 12n }],
    });
  });

  it('count unexpired entries, and their age', async () => {
    const reports = createCacheReportStore(world.pool, world.clock);
    const aged = (seconds: number) => ({ createdAt: new Date(Date.parse(START) - seconds * 1_000) });
    for (const seconds of [0, 10, 20, 30, 3_600]) await keep({ ...aged(seconds), body: Buffer.alloc(100) });
    await keep({ ...aged(9_000), expiresAt: new Date(START) });
    expect(await reports.held()).toEqual({ entries: 5, bytes: 500, ages: { p50: 20, p90: 3_600, max: 3_600 } });
  });
});
