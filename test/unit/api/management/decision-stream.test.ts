import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DecisionStream } from '../../../../api/management/decisions/decision-stream.ts';
import { RecentDecisions, type HeldDecision } from '../../../../journal/decisions/recent-decisions.ts';
import { makeCallDecision } from '../../../../testing/journal/fake-decisions.ts';

let nowMs: number;
let right: () => Promise<boolean>;
let ends: string[];
let missed: number;
let recent: RecentDecisions;
let stream: DecisionStream;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  nowMs = 0;
  right = () => Promise.resolve(true);
  ends = [];
  missed = 0;
  recent = new RecentDecisions('0000000a');
  stream = new DecisionStream({
    monotonicMs: () => nowMs,
    hasRight: () => right(),
    onMissed: (calls) => {
      missed += calls;
    },
    onEnd: (end) => ends.push(end),
  });
});
afterEach(() => {
  stream.body.destroy();
  vi.useRealTimers();
});

const held = (count: number): HeldDecision[] => Array.from({ length: count }, () => recent.add(makeCallDecision()));

/** Lets this number of seconds pass, with the checks of each second. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    nowMs += 1_000;
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

/** Everything that can be read now. */
function readNow(): string {
  let text = '';
  for (let piece = stream.body.read() as Buffer | null; piece !== null; piece = stream.body.read() as Buffer | null)
    text += piece.toString();
  return text;
}

describe('a stream', () => {
  it('begins with the time of a reconnection, and has the calls as they end', () => {
    expect(readNow()).toBe('retry: 2000\n\n');
    stream.accept(held(2));
    expect(readNow().match(/^id: .*$/gm)).toEqual(['id: 0000000a-1', 'id: 0000000a-2']);
    expect(missed).toBe(0);
  });

  it('continues after an event, and states if calls may be missing', () => {
    readNow();
    stream.resume({ decisions: held(1), isComplete: false });
    expect(readNow()).toMatch(/^event: missed\ndata: \{"count":null\}\n\nid: 0000000a-1\n/);
  });

  it('sends a comment after 15 seconds without an event', async () => {
    readNow();
    await pass(14);
    expect(readNow()).toBe('');
    await pass(1);
    expect(readNow()).toBe(': still open\n\n');
  });

  it('ends with its process', async () => {
    stream.end();
    expect(readNow()).toBe('retry: 2000\n\nevent: end\ndata: {"reason":"stopping"}\n\n');
    expect(ends).toEqual(['stopping']);
    stream.accept(held(1));
    await pass(2);
    expect([stream.body.destroyed, ends]).toEqual([true, ['stopping']]);
  });

  it('ends when its reader leaves', async () => {
    stream.body.destroy();
    stream.accept(held(1));
    await pass(60);
    expect(ends).toEqual(['reader_gone']);
  });
});

describe('a reader that reads nothing', () => {
  it('holds a bounded part of 10,000 calls a second, and learns how many it missed', async () => {
    for (let second = 0; second < 9; second += 1) {
      stream.accept(held(10_000));
      await pass(1);
    }
    const all = [...readNow().matchAll(/^id: 0000000a-(\d+)$|"count":(\d+)/gm)];
    const got = all.flatMap(([, call]) => (call === undefined ? [] : [Number(call)]));
    const counts = all.flatMap(([, , count]) => (count === undefined ? [] : [Number(count)]));
    expect(got.length).toBeLessThan(300);
    expect(got.at(-1)).toBe(90_000);
    const lost = counts.reduce((sum, count) => sum + count, 0);
    expect([lost + got.length, missed]).toEqual([90_000, lost]);
  });

  it('gets no comments', async () => {
    stream.accept(held(200));
    await pass(20);
    expect(readNow()).not.toContain('still open');
  });
});

describe('the right of a reader', () => {
  it('is checked every ten seconds, and the stream stays open while it is confirmed', async () => {
    const check = vi.fn(() => Promise.resolve(true));
    right = check;
    await pass(60);
    expect([check.mock.calls.length, ends]).toEqual([6, []]);
  });

  it('ends the stream within 30 seconds after it was lost, without what still waits', async () => {
    await pass(9);
    stream.accept(held(150));
    right = () => Promise.resolve(false);
    await pass(2);
    expect(ends).toEqual(['right_lost']);
    expect(readNow()).toMatch(/event: end\ndata: \{"reason":"right_lost"\}\n\n$/);
  });

  it('ends the stream after 25 seconds if it cannot be checked', async () => {
    right = () => Promise.reject(new Error('Postgres is away.'));
    await pass(24);
    expect(ends).toEqual([]);
    await pass(1);
    expect(ends).toEqual(['right_unconfirmed']);
  });

  it('ends the stream after 25 seconds if a check hangs', async () => {
    right = () => new Promise(() => undefined);
    await pass(25);
    expect(ends).toEqual(['right_unconfirmed']);
  });

  it('sends nothing after the process was stopped for longer', () => {
    readNow();
    nowMs += 26_000;
    stream.accept(held(1));
    expect(readNow()).toBe('event: end\ndata: {"reason":"right_unconfirmed"}\n\n');
  });

  it('closes the connection of a reader that does not take the end', async () => {
    right = () => Promise.resolve(false);
    stream.accept(held(200));
    await pass(12);
    expect([ends, stream.body.destroyed]).toEqual([['right_lost'], true]);
  });
});
