import { describe, expect, it } from 'vitest';
import { isAlive, silentSeconds } from '../../../../domain/kernel/components.ts';

const SEEN = new Date('2026-03-01T12:00:00.000Z');
const after = (milliseconds: number): Date => new Date(SEEN.getTime() + milliseconds);

describe('the maximum silence of a component', () => {
  it.each([
    ['is 0 at its heartbeat', 0, 0],
    ['counts whole seconds', 1_999, 1],
    ['is 0 if its clock is ahead', -5_000, 0],
  ])('%s', (_sentence, milliseconds, seconds) => {
    expect(silentSeconds(SEEN, after(milliseconds))).toBe(seconds);
  });
});

describe('a component', () => {
  it.each([
    ['is alive for a minute after a heartbeat', 60_999, true],
    ['is not alive after that', 61_000, false],
  ])('%s', (_sentence, milliseconds, alive) => {
    expect(isAlive(SEEN, after(milliseconds))).toBe(alive);
  });

  it('is not alive if it never sent a heartbeat', () => {
    expect(isAlive(undefined, SEEN)).toBe(false);
  });
});
