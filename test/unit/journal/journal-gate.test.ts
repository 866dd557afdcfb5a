import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalGate } from '../../../journal/journal-gate.ts';
import { JournalShares } from '../../../journal/journal-shares.ts';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';

describe('the gate of the journal', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'truetally-gate-'));
    writeFileSync(join(folder, 'gateway-1.00000001.0123abcd.jsonl'), 'x'.repeat(1_000));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const gateOf = (options: {
    planned: bigint;
    monotonicMs?: () => number;
    minFreeBytes?: number;
    asked?: string[][];
  }) =>
    createJournalGate({
      journal: openFileJournal(folder),
      shares: new JournalShares(100),
      plannedOffsets: (ids) => {
        options.asked?.push([...ids]);
        return Promise.resolve(new Map(ids.map((id) => [id, options.planned])));
      },
      limits: { maxUnreadBytes: 100, minFreeBytes: options.minFreeBytes ?? 1 },
      monotonicMs: options.monotonicMs ?? (() => 0),
    });

  it('is closed while too much is unread', async () => {
    expect(await gateOf({ planned: 899n }).backpressure()).toBe('indexer_behind');
    expect(await gateOf({ planned: 900n }).backpressure()).toBeUndefined();
  });

  it('is closed while too little space is free, with any unread lines', async () => {
    expect(await gateOf({ planned: 0n, minFreeBytes: Number.MAX_SAFE_INTEGER }).backpressure()).toBe('disk_full');
  });

  it('is checked once a second, for any number of callers', async () => {
    const asked: string[][] = [];
    let now = 0;
    const gate = gateOf({ planned: 0n, monotonicMs: () => now, asked });
    await Promise.all([gate.backpressure(), gate.backpressure()]);
    now = 999;
    await gate.backpressure();
    expect(asked).toEqual([['journal:gateway-1.00000001.0123abcd.jsonl']]);
    now = 1_000;
    await gate.backpressure();
    expect(asked).toHaveLength(2);
  });

  it('is measured again after a failed measurement', async () => {
    let isDown = true;
    const gate = createJournalGate({
      journal: openFileJournal(folder),
      shares: new JournalShares(10_000),
      plannedOffsets: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(new Map())),
      limits: { maxUnreadBytes: 10_000, minFreeBytes: 1 },
      monotonicMs: () => 0,
    });
    await expect(gate.backpressure()).rejects.toThrow('down');
    isDown = false;
    expect(await gate.backpressure()).toBeUndefined();
  });
});
