import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../../proxy/capture/fair-queue.ts';

const place = (tenant: string, key = `${tenant}-1`, size = 10) => ({ tenant, key, size });

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    taken.push(next.item);
    next.done();
  }
  return taken;
}

describe('waiting items', () => {
  it('are taken in turns of their keys, and in order within a key', () => {
    const queue = new FairQueue<string>(10_000);
    for (const number of [1, 2, 3]) queue.offer(`a${number}`, place('a'));
    queue.offer('b1', place('b'));
    for (const number of [1, 2]) queue.offer(`c${number}`, place('a', 'a-2'));
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect([queue.size, queue.take()]).toEqual([0, undefined]);
  });

  it('keep their reservation until they are done', () => {
    const queue = new FairQueue<string>(100);
    expect(queue.offer('a', place('a', 'a', 60))).toBe(true);
    const taken = queue.take();
    expect([queue.offer('b', place('a', 'a', 10)), queue.size]).toEqual([false, 60]);
    taken?.done();
    expect([queue.offer('b', place('a', 'a', 10)), queue.size]).toEqual([true, 10]);
  });

  it('of one key leave capacity for other keys of its tenant, and those of a tenant for other tenants', () => {
    const queue = new FairQueue<string>(1_000);
    const fill = (tenant: string, key?: string): number => {
      let count = 0;
      while (queue.offer('x', place(tenant, key))) count += 1;
      return count;
    };
    // One key gets four fifths of four fifths. The other keys of its tenant get four fifths of the rest, and so on.
    expect(fill('a')).toBe(64);
    expect(fill('a', 'a-2')).toBe(12);
    expect(fill('b')).toBe(15);
    expect(fill('c')).toBeGreaterThan(0);
    expect(queue.size).toBeLessThanOrEqual(1_000);
    takeAll(queue);
    expect(fill('a')).toBe(64);
  });
});
