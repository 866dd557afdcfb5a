import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentRefused } from '../../../contracts/ingest/events/captured-content.ts';
import { openContentStore } from '../../../content/open-content-store.ts';

const DAY_MS = 86_400_000;
const BLOCK = 4_096;
const ADMITTED = new Date('2026-03-10T12:00:00.000Z');

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-content-space-'));
  now = ADMITTED.getTime();
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(blocks: number, minFreeBytes = 0) {
  const settings = { request: true, response: true, ttlMs: 30 * DAY_MS, path: folder };
  const limits = { maxBytes: blocks * BLOCK, minFreeBytes };
  return openContentStore(settings, { now: () => new Date(now) }, limits);
}

type Store = ReturnType<typeof open>;

const contentOf = (workspaceId: string, requestId: string, admittedAt = ADMITTED, response = 'Yes.') => ({
  ...{ workspaceId, requestId, admittedAt, response },
});

/** Stores content until it is refused. Returns the number of stored contents, and the reason of the refusal. */
async function fill(store: Store, workspaceId: string, admittedAt = ADMITTED): Promise<[number, string]> {
  for (let kept = 0; ; kept += 1) {
    try {
      await store.keep(contentOf(workspaceId, `${admittedAt.toISOString()}-${kept}`, admittedAt));
    } catch (error) {
      if (error instanceof ContentRefused) return [kept, error.reason];
      throw error;
    }
  }
}

describe('the space of captured content', () => {
  it('has a share for each workspace and for each day, so that a flood leaves space for others and for tomorrow', async () => {
    const store = open(100);
    const tomorrow = new Date(ADMITTED.getTime() + DAY_MS);
    expect(await fill(store, 'loud')).toEqual([40, 'day_full']);
    expect(await fill(store, 'loud', tomorrow)).toEqual([20, 'day_full']);
    expect(await fill(store, 'quiet')).toEqual([16, 'day_full']);
    expect(store.space.bytes).toBe(76 * BLOCK);
    expect(await store.find(contentOf('loud', `${ADMITTED.toISOString()}-0`))).toMatchObject({ response: 'Yes.' });
  });

  it('never exceeds its maximum, for any days', async () => {
    const store = open(10);
    const reasons = new Set<string>();
    for (let day = 0; day < 20; day += 1) {
      now = ADMITTED.getTime() + day * DAY_MS;
      for (const workspace of ['a', 'b', 'c']) reasons.add((await fill(store, workspace, new Date(now)))[1]);
    }
    expect(store.space.bytes).toBeLessThanOrEqual(10 * BLOCK);
    expect(reasons).toEqual(new Set(['day_full', 'workspace_full']));
    await expect(open(1).keep(contentOf('d', 'r'))).rejects.toThrow(new ContentRefused('store_full'));
  });

  it('counts complete blocks, reasons of judges and references, and repeated content once', async () => {
    const store = open(100);
    await store.keep(contentOf('a', 'r1', ADMITTED, 'x'.repeat(BLOCK)));
    expect(store.space.bytes).toBe(2 * BLOCK);
    for (let time = 0; time < 50; time += 1) await store.keep(contentOf('a', 'r1', ADMITTED, 'x'.repeat(BLOCK)));
    expect(store.space.bytes).toBe(2 * BLOCK);
    await store.keepReason(contentOf('a', 'r1'), { outcomeId: 'o', seat: 0, text: 'Because.' });
    const source = { requestId: 'r1', admittedAt: ADMITTED, parts: ['response'] as const };
    await store.keep({ workspaceId: 'a', requestId: 'r2', admittedAt: ADMITTED, source });
    expect(store.space.bytes).toBe(4 * BLOCK);
  });

  it('is known to a process that starts later, and to a concurrent one after ten seconds', async () => {
    const [one, other] = [open(100), open(100)];
    await one.keep(contentOf('a', 'r0'));
    await other.keep(contentOf('a', 'r1'));
    await one.keep(contentOf('a', 'r2'));
    expect([one.space.bytes, other.space.bytes]).toEqual([2 * BLOCK, 2 * BLOCK]);
    const third = open(100);
    expect(third.space.bytes).toBe(undefined);
    await third.keep(contentOf('a', 'r3'));
    expect(third.space.bytes).toBe(4 * BLOCK);
    now += 10_000;
    await other.keep(contentOf('a', 'r4'));
    await expect.poll(() => other.space.bytes).toBe(5 * BLOCK);
    // A clock that was set back delays nothing.
    now -= 3_600_000;
    await one.keep(contentOf('a', 'r5'));
    await expect.poll(() => one.space.bytes).toBe(6 * BLOCK);
  });

  it('counts existing files from before tallies, after a write or a read next to them', async () => {
    const before = open(100);
    await before.keep(contentOf('a', 'r0', ADMITTED, 'x'.repeat(BLOCK)));
    await before.keep(contentOf('b', 'r0', ADMITTED, 'x'.repeat(BLOCK)));
    for (const workspace of readdirSync(folder)) rmSync(join(folder, workspace, '2026-03-10.size'));
    const store = open(100);
    await store.keep(contentOf('a', 'r1'));
    expect(store.space.bytes).toBe(5 * BLOCK);
    const tallies = readdirSync(folder).flatMap((workspace) =>
      readdirSync(join(folder, workspace))
        .filter((name) => name.endsWith('.size'))
        .map((name) => statSync(join(folder, workspace, name)).size),
    );
    expect(tallies).toEqual([3]);
  });

  it('is released with the content, including tallies', async () => {
    const store = open(100);
    await store.keep(contentOf('a', 'r0'));
    now += 31 * DAY_MS;
    expect(await store.removeDue(10)).toBe(1);
    expect(readdirSync(folder).flatMap((workspace) => readdirSync(join(folder, workspace)))).toEqual([]);
    await store.keep(contentOf('a', 'r1', new Date(now)));
    expect(open(100).space.bytes).toBe(undefined);
    await expect.poll(() => store.space.bytes).toBe(BLOCK);
  });

  it('accepts nothing while the disk has too little free space, and existing content can be read', async () => {
    await open(100).keep(contentOf('a', 'r0'));
    const store = open(100, 2 ** 60);
    await expect(store.keep(contentOf('a', 'r1'))).rejects.toThrow(new ContentRefused('disk_full'));
    await expect(store.keepReason(contentOf('a', 'r0'), { outcomeId: 'o', seat: 0, text: 'Because.' })).rejects.toThrow(
      new ContentRefused('disk_full'),
    );
    expect(await store.find(contentOf('a', 'r0'))).toMatchObject({ response: 'Yes.' });
  });

  it('has no file of refused content', async () => {
    const store = open(5);
    await fill(store, 'a');
    const files = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.tmp'));
    expect(files).toEqual([]);
  });
});

describe('content that refers to another request', () => {
  const source = { requestId: 'r0', admittedAt: ADMITTED, parts: ['request', 'response'] as const };
  const later = new Date(ADMITTED.getTime() + DAY_MS);
  const OF = { workspaceId: 'a', requestId: 'r1', admittedAt: later };

  it('has the content of that request, without a second copy', async () => {
    const store = open(100);
    await store.keep({ ...contentOf('a', 'r0'), request: 'Really?' });
    await store.keep({ ...OF, source });
    expect([await store.find(OF), await store.hasWhole(OF)]).toEqual([
      { ...OF, request: 'Really?', response: 'Yes.' },
      true,
    ]);
    const [workspace = ''] = readdirSync(folder);
    const text = readdirSync(join(folder, workspace, '2026-03-11')).map((name) =>
      readFileSync(join(folder, workspace, '2026-03-11', name), 'utf8'),
    );
    expect(text.join()).not.toContain('Really?');
  });

  it('has only the parts that it lacks and that it refers to', async () => {
    const store = open(100);
    await store.keep({ ...contentOf('a', 'r0'), request: 'Really?' });
    await store.keep({ ...OF, request: 'Truly?', source: { ...source, parts: ['response'] } });
    expect([await store.find(OF), await store.hasWhole(OF)]).toEqual([
      { ...OF, request: 'Truly?', response: 'Yes.' },
      true,
    ]);
    const other = { ...OF, requestId: 'r2' };
    await store.keep({ ...other, source: { ...source, parts: ['response'] } });
    expect([await store.find(other), await store.hasWhole(other)]).toEqual([{ ...other, response: 'Yes.' }, false]);
  });

  it('has nothing if the other is removed, missing, or in another workspace', async () => {
    const store = open(100);
    await store.keep({ ...OF, source });
    expect([await store.find(OF), await store.hasWhole(OF)]).toEqual([undefined, false]);
    await store.keep({ ...contentOf('b', 'r0'), request: 'Really?' });
    expect(await store.find(OF)).toBe(undefined);
    await store.keep({ ...contentOf('a', 'r0'), request: 'Really?' });
    expect(await store.hasWhole(OF)).toBe(true);
    // The retention of the other content has ended.
    now = ADMITTED.getTime() + 30 * DAY_MS;
    expect([await store.find(OF), await store.hasWhole(OF)]).toEqual([undefined, false]);
  });
});
