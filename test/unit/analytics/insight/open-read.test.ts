import { describe, expect, it } from 'vitest';
import type { IngestSnapshot, IngestState } from '../../../../domain/insight/ingest-state.ts';
import { factsFilter, openRead, type OpenedRead } from '../../../../analytics/insight/pin/open-read.ts';
import type { TimeSpan } from '../../../../domain/insight/coverage.ts';
import type { InsightQuery } from '../../../../contracts/insight/insight-query.ts';
import { ingestSnapshot, readScope } from '../../../../testing/insight/question.ts';

const QUERY: InsightQuery = {
  schema: 1,
  shape: 'drilldown',
  drilldown: 'request',
  scope: {},
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
};
const NOW = new Date('2026-02-01T12:00:00.000Z');
const DAY_MS = 86_400_000;

/** Opens a read, and returns its queries for the ingest state. */
async function open(
  query: Partial<InsightQuery> = {},
  snapshot: Partial<IngestSnapshot> = {},
  { now = NOW, lookedAt = {} }: { now?: Date; lookedAt?: Partial<TimeSpan> } = {},
): Promise<{ read: OpenedRead; asked: Parameters<IngestState['read']>[0][] }> {
  const asked: Parameters<IngestState['read']>[0][] = [];
  const ingestState: IngestState = {
    read: (input) => {
      asked.push(input);
      return Promise.resolve(ingestSnapshot(snapshot));
    },
  };
  const parts = { ingestState, sealKey: 'k', clock: { now: () => now } };
  return { read: await openRead(parts, readScope(), { ...QUERY, ...query }, lookedAt), asked };
}

describe('opening a read', () => {
  it('creates a pin of the moment, with the defaults of a question', async () => {
    const { read, asked } = await open({ release_ids: ['r2', 'r1', 'r2'] });
    const window = { from: new Date(QUERY.from), to: new Date(QUERY.to) };
    expect(asked).toEqual([{ organizationId: 'org_a', workspaceId: 't_a', ...window }]);
    expect(read).toMatchObject({
      minted: true,
      subject: { ...window, purposes: ['application'], displayTz: 'UTC', releaseIds: ['r1', 'r2'] },
      pin: { arrival_fence: '100', evaluated_at: NOW.toISOString() },
    });
    expect(read.pin).not.toHaveProperty('grain');
  });

  it('reads the gaps of the pin when it continues', async () => {
    const { read: first } = await open({}, { disclosedThrough: 140n });
    const { read, asked } = await open({ read_context: first.pin }, { fence: 500n, disclosedThrough: 500n });
    expect(asked[0]?.pin).toEqual({ fence: 100n, disclosedThrough: 140n });
    expect(read).toMatchObject({ minted: false, pin: first.pin });
    expect(factsFilter(read).fence).toBe(100n);
  });

  it('reads as far beyond its window as the answer, and discloses only the gaps of the window', async () => {
    const before = { from: new Date('2025-12-20T00:00:00Z'), to: new Date('2026-01-01T00:00:00Z') };
    const gaps = [{ producerClass: 'gateway_journal', ...before }] as const;
    const lookedAt = { from: new Date('2025-12-01T00:00:00Z'), to: new Date('2026-03-01T00:00:00Z') };
    const { read, asked } = await open({}, { gaps }, { lookedAt });
    expect(asked[0]).toMatchObject(lookedAt);
    expect(read.pin.coverage).toEqual([]);
    expect(read.snapshot.gaps).toEqual(gaps);
  });

  it('discloses that the index is behind, for the lifetime of the pin', async () => {
    const waitingSince = new Date(NOW.getTime() - 60_001);
    const { read } = await open({}, { waitingSince });
    const coverage = ['ingest_gap:gateway_journal', 'ingest_gap:control_plane_outbox'];
    expect(read.pin).toMatchObject({ coverage, index_behind_since: waitingSince.toISOString() });
    const window = { from: new Date(QUERY.from), to: new Date(QUERY.to) };
    const gaps = [
      { producerClass: 'gateway_journal', ...window },
      { producerClass: 'control_plane_outbox', ...window },
    ];
    expect(read.snapshot.gaps).toEqual(gaps);
    const { read: again } = await open({ read_context: read.pin }, { waitingSince: NOW });
    expect([again.pin, again.snapshot.gaps]).toEqual([read.pin, gaps]);
  });

  it('discloses nothing about an index with a smaller lag, or one that fell behind after the pin', async () => {
    const { read } = await open({}, { waitingSince: new Date(NOW.getTime() - 60_000) });
    expect(read.pin.coverage).toEqual([]);
    expect(read.pin).not.toHaveProperty('index_behind_since');
    const { read: again } = await open({ read_context: read.pin }, { waitingSince: new Date(0) });
    expect([again.pin, again.snapshot.gaps]).toEqual([read.pin, []]);
  });

  it('refuses an invalid context, and a page under it, with their own codes', async () => {
    const { read } = await open();
    const late = { now: new Date(NOW.getTime() + DAY_MS + 1) };
    await expect(open({ read_context: read.pin }, {}, late)).rejects.toMatchObject({ code: 'read_context_expired' });
    await expect(open({ read_context: read.pin, cursor: 'c' }, {}, late)).rejects.toMatchObject({
      code: 'snapshot_expired',
    });
    const forged = { ...read.pin, arrival_fence: '999' };
    await expect(open({ read_context: forged, cursor: 'c' })).rejects.toMatchObject({ code: 'snapshot_expired' });
  });
});

describe('the facts under a pin', () => {
  const hour = { from: new Date('2026-01-05T00:00:00Z'), to: new Date('2026-01-05T01:00:00Z') };

  it.each([
    ['the complete window if nothing has expired', undefined, '2026-01-01T00:00:00.000Z'],
    ['the complete window if the horizon is before it', '2025-06-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['the rest after the horizon', '2026-01-10T00:00:00Z', '2026-01-10T00:00:00.000Z'],
    ['empty if the horizon is after it', '2026-03-01T00:00:00Z', '2026-02-01T00:00:00.000Z'],
  ])('are %s', async (_sentence, keepsFrom, from) => {
    const { read } = await open({}, keepsFrom === undefined ? {} : { keepsFrom: new Date(keepsFrom) });
    const filter = factsFilter(read);
    expect([filter.from.toISOString(), filter.to.toISOString()]).toEqual([from, '2026-02-01T00:00:00.000Z']);
  });

  it.each([
    ['nothing was replaced', undefined, false],
    ['a cancellation above the fence was the first', 101n, false],
    ['the last arrival below the fence did it', 100n, true],
    ['it was done long before', 1n, true],
  ])('search for replaced endings as far as they exist: %s', async (_sentence, firstReplaced, expected) => {
    const { read } = await open({}, firstReplaced === undefined ? {} : { firstReplaced });
    expect(factsFilter(read).hasReplacedEndings).toBe(expected);
  });

  it('search for replaced endings by the fence of the pin, even after later arrivals', async () => {
    const { read: first } = await open();
    const later = { fence: 500n, firstReplaced: 400n };
    expect(factsFilter((await open({ read_context: first.pin }, later)).read).hasReplacedEndings).toBe(false);
    expect(factsFilter((await open({}, later)).read).hasReplacedEndings).toBe(true);
  });

  it('are split only by exclusions that affect them', async () => {
    const reaching = { environmentIds: ['env_z', 'env_a'], ...hour };
    const elsewhere = { environmentIds: ['env_z'], ...hour };
    const { read } = await open({}, { exclusions: [elsewhere, reaching] });
    expect(factsFilter(read).exclusions).toEqual([reaching]);
    expect(factsFilter(read, { from: hour.to, to: new Date(QUERY.to) }).exclusions).toEqual([]);
  });
});
