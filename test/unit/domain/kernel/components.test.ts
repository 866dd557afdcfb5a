import { describe, expect, it } from 'vitest';
import { isAlive, silentSeconds } from '../../../../domain/kernel/components.ts';

const SEEN = new Date('2026-03-01T12:00:00.000Z');
const after = (milliseconds: number): Date => new Date(SEEN.getTime() + milliseconds);

describe('the silence of a component', () => {
  it.each([
    ['is 0 at its sign of life', 0, 0],
    ['counts whole seconds', 1_999, 1],
    ['is 0 where its clock is ahead', -5_000, 0],
  ])('%s', (_sentence, milliseconds, seconds) => {
    expect(silentSeconds(SEEN, after(milliseconds))).toBe(seconds);
  });
});

describe('a component', () => {
  it.each([
    ['is alive for a minute after a sign of life', 60_999, true],
    ['is down after that', 61_000, false],
  ])('%s', (_sentence, milliseconds, alive) => {
    expect(isAlive(SEEN, after(milliseconds))).toBe(alive);
  });

  it('is not alive where it was never seen', () => {
    expect(isAlive(undefined, SEEN)).toBe(false);
  });
});
