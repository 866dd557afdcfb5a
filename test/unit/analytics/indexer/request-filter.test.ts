import { describe, expect, it } from 'vitest';
import { RequestFilter } from '../../../../analytics/indexer/recognition/request-filter.ts';

/** Different hashes for different numbers, spread evenly. */
function hashOf(number: number): number {
  return Math.imul(number, 0x9e3779b1) >>> 0;
}

function filterOf(count: number, expected = count): RequestFilter {
  const filter = new RequestFilter(expected);
  for (let number = 0; number < count; number += 1) filter.add(hashOf(number));
  return filter;
}

/** How many of so many numbers from one on it may hold. */
function heldBy(filter: RequestFilter, from: number, count: number): number {
  let held = 0;
  for (let number = from; number < from + count; number += 1) if (filter.mayHold(hashOf(number))) held += 1;
  return held;
}

const FULL = 2 ** 20;

describe('a filter of requests', () => {
  it('holds whatever was added, the lowest and the highest among them', () => {
    const filter = filterOf(300_000);
    for (const hash of [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]) filter.add(hash);
    expect(heldBy(filter, 0, 300_000)).toBe(300_000);
    for (const hash of [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]) expect(filter.mayHold(hash)).toBe(true);
  });

  it('holds nothing at first', () => {
    expect(heldBy(new RequestFilter(0), 0, 100_000)).toBe(0);
  });

  it('seldom holds what was not added, until it is full, and all of what was', () => {
    const filter = filterOf(700_000, 0);
    expect(filter.isFull).toBe(false);
    expect(heldBy(filter, 700_000, 1_000_000)).toBeLessThan(10_000);
    for (let number = 700_000; number < FULL; number += 1) filter.add(hashOf(number));
    expect(filter.isFull).toBe(true);
    expect(heldBy(filter, FULL, 1_000_000)).toBeLessThan(40_000);
    expect(heldBy(filter, 0, FULL)).toBe(FULL);
  });

  it('is as large as what it expects needs', () => {
    const filter = filterOf(FULL, 2 * FULL);
    expect(filter.isFull).toBe(false);
    expect(heldBy(filter, FULL, 1_000_000)).toBeLessThan(1_000);
  });
});
