import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GrowingSource } from '../../journal/source/event-source.ts';
import type { Journal } from '../../journal/source/journal.ts';
import { waitUntil } from '../wait-until.ts';

/** Journals of one kind, whose processes can be opened and killed. */
export interface JournalWorld {
  /** Creates an empty journal, and returns the function that opens it like another process. */
  createJournal(): Promise<() => Journal>;
  /** Kills the server or process of the journals with `kill -9`, and starts it again. */
  disturb(): Promise<void>;
  close(): Promise<void>;
}

const BLOCK = { lines: 7, bytes: 1_000_000 };
const LIMITS = { maxUnreadBytes: 10, minFreeBytes: 1 };
const nothingPlanned = () => Promise.resolve(new Map<string, bigint>());
const LINES = Array.from({ length: 100 }, (_, index) => `{"line":${index},"text":"ü"}`);

/** Tests the contract of every journal; see decision 0090. */
export function describeJournalContract(name: string, begin: () => Promise<JournalWorld>): void {
  describe(`the journal of ${name}`, () => {
    let world: JournalWorld;
    let openJournal: () => Journal;
    let journals: Journal[];
    const open = (): Journal => {
      const journal = openJournal();
      journals.push(journal);
      return journal;
    };
    beforeAll(async () => {
      world = await begin();
    });
    beforeEach(async () => {
      journals = [];
      openJournal = await world.createJournal();
    });
    afterEach(() => Promise.all(journals.map((journal) => journal.close())));
    afterAll(() => world.close());

    it('is empty at first, without backpressure', async () => {
      const journal = open();
      expect(await linesOf(journal)).toEqual([]);
      expect(await journal.unreadBytes(nothingPlanned)).toBe(0);
      expect(await journal.backpressure(LIMITS, nothingPlanned)).toBeUndefined();
    });

    it('returns appended lines in the order of the calls, in blocks that can be read again, to every process', async () => {
      const writer = open().openWriter({ writerId: 'one' });
      await Promise.all(LINES.map((line) => writer.appendLines([line])));
      await writer.appendLines(['two', '', 'more']);
      await writer.close();
      const journal = open();
      expect(await linesOf(journal)).toEqual([...LINES, 'two', '', 'more']);
      const source = await onlySource(journal);
      const block = await source.read(0n, BLOCK);
      const next = await source.read(block.lastOffset, BLOCK);
      expect(next.firstOffset).toBe(block.lastOffset);
      expect((await source.readAgain(block.firstOffset, next.lastOffset)).lines).toEqual([
        ...block.lines,
        ...next.lines,
      ]);
      expect(await source.read(await source.end(), BLOCK)).toMatchObject({ lines: [] });
    });

    it('can be read from a line near its end, without a wait for the disk', async () => {
      await append(open(), 'one', LINES);
      const source = await onlySource(open());
      const end = await source.end();
      const whole = await source.recentOffset!(1_000_000);
      expect(whole).toBe(0n);
      const from = await source.recentOffset!(100);
      const { lines, lastOffset } = await (source.peek?.(from, BLOCK) ?? source.read(from, BLOCK));
      expect(lastOffset).toBe(end);
      expect(lines.length).toBeGreaterThan(0);
      expect(LINES.slice(-lines.length)).toEqual(lines);
    });

    it('counts unread lines, and has backpressure above a limit', async () => {
      await append(open(), 'one', LINES);
      const journal = open();
      const source = await onlySource(journal);
      const end = await source.end();
      const allPlanned = () => Promise.resolve(new Map([[source.id, end]]));
      expect(await journal.unreadBytes(nothingPlanned)).toBeGreaterThan(1_000);
      expect(await journal.unreadBytes(allPlanned)).toBe(0);
      expect(await journal.backpressure(LIMITS, nothingPlanned)).toBe('indexer_behind');
      expect(await journal.backpressure(LIMITS, allPlanned)).toBeUndefined();
    });

    it('reports the part of it that cannot be read again', async () => {
      await append(open(), 'one', LINES);
      const journal = open();
      const source = await onlySource(journal);
      const { id } = source;
      const plannedTo = await source.end();
      expect(await journal.faultOf({ id, plannedFrom: 0n, plannedTo })).toBeUndefined();
      expect(await journal.faultOf({ id, plannedFrom: 0n, plannedTo: plannedTo + 1n })).toMatch(
        new RegExp(`${plannedTo + 1n}`),
      );
    });

    it('accepts a request of five megabytes completely', async () => {
      const journal = open();
      const lines = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(52_000, 'x'));
      await append(journal, 'large', lines);
      expect((await linesOf(journal)).filter((line) => line.endsWith('xxx'))).toEqual(lines);
    });

    it('keeps every acknowledged line in the order of its writer, through any kills', async () => {
      const journal = open();
      await append(journal, 'one', LINES);
      const { id } = await onlySource(journal);
      const acknowledged: string[][] = [[], [], []];
      let isOver = false;
      const writing = acknowledged.map(async (own, index) => {
        const writer = open().openWriter({ writerId: `killed-${index}` });
        for (let number = 0; !isOver; number += 1) {
          const line = `${index} ${number}`;
          await writer.appendLines([line]).then(
            () => own.push(line),
            () => undefined,
          );
        }
        await writer.close();
      });
      for (const min of [10, 20, 30]) {
        await waitUntil(() => Promise.resolve(acknowledged.every((own) => own.length >= min)), 30);
        await world.disturb();
      }
      await waitUntil(() => Promise.resolve(acknowledged.every((own) => own.length >= 40)), 30);
      isOver = true;
      await Promise.all(writing);
      const found = new Set(await linesOf(open()));
      for (const own of acknowledged) {
        const wanted = new Set(own);
        expect([...found].filter((line) => wanted.has(line))).toEqual(own);
      }
      expect((await journal.logs[0]!.sources()).map((source) => source.id)).toContain(id);
    });
  });
}

async function append(journal: Journal, writerId: string, lines: readonly string[]): Promise<void> {
  const writer = journal.openWriter({ writerId });
  await writer.appendLines(lines);
  await writer.close();
}

async function onlySource(journal: Journal): Promise<GrowingSource> {
  const sources = await Promise.all(journal.logs.map((log) => log.sources()));
  return sources.flat()[0]!;
}

/** Reads the lines of all sources in blocks. */
async function linesOf(journal: Journal): Promise<string[]> {
  const lines: string[] = [];
  for (const log of journal.logs) {
    for (const source of await log.sources()) {
      for (let from = 0n; ;) {
        const block = await source.read(from, BLOCK);
        if (block.lines.length === 0) break;
        lines.push(...block.lines);
        from = block.lastOffset;
      }
    }
  }
  return lines;
}
