import { describe, expect, it } from 'vitest';
import type { StoredQuestion } from '../../../../../contracts/insight/insight-query.ts';
import { zoneOffsetMs } from '../../../../../contracts/wire/time-zone.ts';
import { resolveQuestion, type ViewTime } from '../../../../../domain/insight/windows/time-intent.ts';

const now = new Date('2026-03-30T06:30:00.000Z');

const resolve = (question: Partial<StoredQuestion>, time: ViewTime) =>
  resolveQuestion(question, time, now, zoneOffsetMs);

describe('the window of a stored question', () => {
  it('ends now and covers elapsed time if it is relative', () => {
    const question = { schema: 1, shape: 'overview' } as const;
    expect(resolve(question, { time_intent: 'relative', relative_window_seconds: 86_400 })).toEqual({
      schema: 1,
      shape: 'overview',
      from: '2026-03-29T06:30:00.000Z',
      to: '2026-03-30T06:30:00.000Z',
    });
  });

  it('is the complete local days if it is of the calendar', () => {
    const calendar_window = { unit: 'day', count: 1, timezone: 'Europe/Berlin' } as const;
    expect(resolve({}, { time_intent: 'calendar', calendar_window })).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });

  it('is the stored one if it is fixed', () => {
    const question = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    expect(resolve(question, { time_intent: 'fixed' })).toEqual(question);
  });

  it('is a defect if the view lacks it', () => {
    for (const half of [{}, { from: '2026-01-01T00:00:00Z' }, { to: '2026-02-01T00:00:00Z' }]) {
      expect(() => resolve(half, { time_intent: 'fixed' })).toThrow('A fixed view has no window.');
    }
    expect(() => resolve({}, { time_intent: 'relative' })).toThrow('A relative view has no window length.');
    expect(() => resolve({}, { time_intent: 'calendar' })).toThrow('A calendar view has no window.');
  });
});
