import { describe, expect, it } from 'vitest';
import { RequestFilter } from '../../../../analytics/indexer/recognition/request-filter.ts';

/** Different hashes for different numbers, with an even distribution. */
function hashOf(number: number): number {
  return Math.imul(number, 0x9e3779b1) >>> 0;
}

function filterOf(count: number, expected = count): RequestFilter {
  const filter = new RequestFilter(expected);
  for (let number = 0; number < count; number += 1) filter.add(hashOf(number));
  return filter;
}

/** The number of hits of a filter among a range of numbers. */
function heldBy(filter: RequestFilter, from: number, count: number): number {
  let held = 0;
  for (let number = from; number < from + count; number += 1) if (filter.mayHold(hashOf(number))) held += 1;
  return held;
}

const FULL = 2 ** 20;

describe('a filter of requests', () => {
  it('contains every added hash, including the lowest and the highest', () => {
    const filter = filterOf(300_000);
    for (const hash of [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]) filter.add(hash);
    expect(heldBy(filter, 0, 300_000)).toBe(300_000);
    for (const hash of [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]) expect(filter.mayHold(hash)).toBe(true);
  });

  it('is empty at first', () => {
    expect(heldBy(new RequestFilter(0), 0, 100_000)).toBe(0);
  });

  it('rarely contains a hash that was not added, until it is full, and always every added one', () => {
    const filter = filterOf(700_000, 0);
    expect(filter.isFull).toBe(false);
    expect(heldBy(filter, 700_000, 1_000_000)).toBeLessThan(10_000);
    for (let number = 700_000; number < FULL; number += 1) filter.add(hashOf(number));
    expect(filter.isFull).toBe(true);
    expect(heldBy(filter, FULL, 1_000_000)).toBeLessThan(40_000);
    expect(heldBy(filter, 0, FULL)).toBe(FULL);
  });

  it('has the size that its expected number requires', () => {
    const filter = filterOf(FULL, 2 * FULL);
    expect(filter.isFull).toBe(false);
    expect(heldBy(filter, FULL, 1_000_000)).toBeLessThan(1_000);
  });
});
