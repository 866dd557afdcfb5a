import { expect, it } from 'vitest';
import { cadenceText } from '../../../../domain/schedules/cadence-text.ts';

const clock = { mode: 'wall_clock', local_time: '08:30', timezone: 'Europe/Berlin' } as const;

it.each([
  [{ ...clock, frequency: 'daily' }, 'daily at 08:30'],
  [{ ...clock, frequency: 'weekly', weekday: 'monday' }, 'weekly on monday at 08:30'],
  [
    { mode: 'interval', frequency: 'hourly', anchor: '2026-03-01T12:00:00.000Z' },
    'hourly from 2026-03-01T12:00:00.000Z',
  ],
] as const)('a cadence has the text %#: %s', (cadence, text) => {
  expect(cadenceText(cadence)).toBe(text);
});
