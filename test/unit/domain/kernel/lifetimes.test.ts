import { describe, expect, it } from 'vitest';
import { expiryTime, expiryCutoff, LIFETIME_DAYS } from '../../../../domain/kernel/lifetimes.ts';
import { answerExpiry, isRunRemoved, RUN_STATES, runStateAt } from '../../../../domain/reports/report-run.ts';

const FINISHED = new Date('2026-02-27T23:59:59.999Z');
const EXPIRES = new Date('2026-03-29T23:59:59.999Z');
const FORGOTTEN = new Date('2026-05-28T23:59:59.999Z');

const shifted = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds);

describe('lifetimes', () => {
  it('have these values', () => {
    expect(LIFETIME_DAYS).toEqual({
      answer: 30,
      run: 90,
      experimentAnswer: 30,
      idempotencyKey: 7,
      quarantinedLine: 30,
      sentOutboxItem: 7,
      silentInstance: 7,
      notice: 90,
    });
  });

  it('are elapsed time and end at one instant, by either computation', () => {
    expect(expiryTime('run', FINISHED)).toEqual(FORGOTTEN);
    expect(expiryCutoff('run', FORGOTTEN)).toEqual(FINISHED);
  });
});

describe('an answer', () => {
  it('expires 30 days after its run ended', () => {
    expect(answerExpiry(FINISHED)).toEqual(EXPIRES);
  });

  it.each([
    ['on day 29', -86_400_000, 'ready'],
    ['1 ms before its time', -1, 'ready'],
    ['at its time', 0, 'expired'],
    ['1 ms after it', 1, 'expired'],
  ])('of a ready run is shown as %s', (_when, milliseconds, state) => {
    expect(runStateAt({ state: 'ready', expiresAt: EXPIRES }, shifted(EXPIRES, milliseconds))).toBe(state);
  });

  it.each(RUN_STATES.map((state) => [state, state === 'ready' || state === 'partial' ? 'expired' : state] as const))(
    'is the part of a run that expires: %s is shown as %s',
    (state, seen) => {
      expect(runStateAt({ state, expiresAt: EXPIRES }, EXPIRES)).toBe(seen);
      expect(runStateAt({ state, expiresAt: undefined }, EXPIRES)).toBe(state);
    },
  );
});

describe('a run', () => {
  it.each([
    ['1 ms before 90 days', -1, false],
    ['at 90 days', 0, true],
    ['1 ms after 90 days', 1, true],
  ])('is forgotten %s: %s ms → %s', (_when, milliseconds, forgotten) => {
    expect(isRunRemoved(FINISHED, shifted(FORGOTTEN, milliseconds))).toBe(forgotten);
  });

  it('is not forgotten while it has not ended', () => {
    expect(isRunRemoved(undefined, new Date('2099-01-01T00:00:00.000Z'))).toBe(false);
  });
});
