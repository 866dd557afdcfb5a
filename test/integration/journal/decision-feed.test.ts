import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DecisionStream } from '../../../api/management/decisions/decision-stream.ts';
import { createDecisionFeed, type DecisionFeed } from '../../../journal/decisions/decision-feed.ts';
import type { DecisionFollower } from '../../../journal/decisions/decision-reading.ts';
import type { HeldDecision } from '../../../journal/decisions/recent-decisions.ts';
import { JournalWriter } from '../../../journal/files/journal-writer.ts';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';
import { makeCallLine, makeRefusalLine } from '../../../testing/journal/make-call-line.ts';

let folder: string;
let writers: JournalWriter[];
let feed: DecisionFeed;
let faults: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-decisions-'));
  writers = [];
  faults = [];
  feed = createDecisionFeed({
    logs: openFileJournal(folder).logs,
    newId: () => '0000000a',
    monotonicMs: () => performance.now(),
    onFault: (error) => faults.push(error),
  });
});
afterEach(async () => {
  await feed.close();
  await Promise.all(writers.map((writer) => writer.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the writer of a gateway, whose segments are small if `segmentBytes` is. */
function openWriter(writerId: string, segmentBytes = 1_000_000): JournalWriter {
  const writer = new JournalWriter({ folder, writerId, segmentBytes, waitsForDisk: false });
  writers.push(writer);
  return writer;
}

const line = (number: number): string => makeCallLine({ requestId: `greq_${number}` });

/** A follower that collects calls. */
class Collector implements DecisionFollower {
  readonly calls: HeldDecision[] = [];
  losses = 0;
  ends = 0;

  accept(decisions: readonly HeldDecision[]): void {
    this.calls.push(...decisions);
  }

  lose(): void {
    this.losses += 1;
  }

  end(): void {
    this.ends += 1;
  }

  get numbers(): number[] {
    return this.calls.map(({ requestId }) => Number(requestId.slice(5)));
  }

  /** The number of calls that it received, and of those that are counted as skipped. */
  get counted(): number {
    return this.calls.reduce((sum, { skippedBefore }) => sum + skippedBefore + 1, 0);
  }
}

const listed = async (): Promise<string[]> =>
  (await feed.list({}, undefined, 100)).decisions.map(({ requestId }) => requestId);

describe('the last calls of a journal in files', () => {
  it('are listed from before the first read, and as they end', async () => {
    const writer = openWriter('gateway-1');
    await writer.appendLines(['{"event":"request_admitted"}', line(1), 'not a line', line(2)]);
    expect(await listed()).toEqual(['greq_2', 'greq_1']);
    await writer.appendLines([makeRefusalLine({ requestId: 'greq_3', admittedAt: new Date('2026-03-01T12:00:00Z') })]);
    await expect.poll(listed).toEqual(['greq_3', 'greq_2', 'greq_1']);
    expect(faults).toEqual([]);
  });

  it('reach a follower once and in order, through many segments of two gateways that start and end', async () => {
    const collector = new Collector();
    await feed.follow({}, collector, undefined);
    for (let part = 0; part < 4; part += 1) {
      const writer = openWriter(`gateway-${part % 2}`, 5_000);
      for (let number = 0; number < 25; number += 1) await writer.appendLines([line(part * 25 + number)]);
      await expect.poll(() => collector.calls.length).toBe((part + 1) * 25);
      await writer.close();
    }
    expect(collector.numbers).toEqual(Array.from({ length: 100 }, (_, number) => number));
    expect([collector.losses, collector.counted]).toEqual([0, 100]);
  });

  it('are all counted if more calls end than are shown', async () => {
    const collector = new Collector();
    await feed.follow({}, collector, undefined);
    const writer = openWriter('gateway-1');
    for (let block = 0; block < 10; block += 1)
      await writer.appendLines(Array.from({ length: 1_000 }, (_, index) => line(block * 1_000 + index)));
    await expect.poll(() => collector.numbers.at(-1)).toBe(9_999);
    expect(collector.counted).toBe(10_000);
    expect(collector.numbers).toEqual(collector.numbers.toSorted((one, other) => one - other));
  });

  it('are few in memory for each of 50 readers that read nothing', async () => {
    const missed: number[] = [];
    const streams = Array.from({ length: 50 }, (_, index) => {
      missed.push(0);
      return new DecisionStream({
        monotonicMs: () => performance.now(),
        hasRight: () => Promise.resolve(true),
        onMissed(calls) {
          missed[index] = (missed[index] ?? 0) + calls;
        },
        onEnd: () => undefined,
      });
    });
    const collector = new Collector();
    await Promise.all([collector, ...streams].map((follower) => feed.follow({}, follower, undefined)));
    const writer = openWriter('gateway-1');
    let number = 0;
    for (let look = 0; look < 4; look += 1) {
      await writer.appendLines(Array.from({ length: 5_000 }, () => line((number += 1))));
      await expect.poll(() => collector.numbers.at(-1)).toBe(number);
    }
    expect(collector.counted).toBe(20_000);
    for (const [index, stream] of streams.entries()) {
      expect(stream.body.readableLength).toBeLessThan(40_000);
      // About 20 calls are in the buffer of the reader, and 200 in its queue, each with the calls skipped before it.
      expect(missed[index]).toBeGreaterThan(4_000);
      stream.body.destroy();
    }
  });

  it('follow a journal that was deleted and begun again', async () => {
    const collector = new Collector();
    const writer = openWriter('gateway-1');
    await writer.appendLines([line(1)]);
    await feed.follow({}, collector, undefined);
    await writer.close();
    rmSync(folder, { recursive: true });
    await openWriter('gateway-1').appendLines([line(2)]);
    await expect.poll(() => collector.numbers).toEqual([2]);
  });

  it('end for followers when the process stops, and are refused afterwards', async () => {
    const collector = new Collector();
    await feed.follow({}, collector, undefined);
    await feed.close();
    expect(collector.ends).toBe(1);
    await expect(feed.list({}, undefined, 1)).rejects.toMatchObject({
      code: 'dependency_unavailable',
      message: 'This process of the API stops. Send the request again.',
    });
  });
});
