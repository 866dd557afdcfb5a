import { expect, it } from 'vitest';
import { toScheduledInstant } from '../../../../domain/schedules/scheduled-instant.ts';

const at = new Date('1970-01-01T12:00:00.000Z');
const cadence = { mode: 'wall_clock', frequency: 'daily', local_time: '12:00', timezone: 'Somewhere' } as const;

it.each([
  ['at UTC', 0, '1970-01-01T12:00:00.000+00:00'],
  ['ahead by whole minutes', 20_700, '1970-01-01T17:45:00.000+05:45'],
  ['behind by whole hours', -18_000, '1970-01-01T07:00:00.000-05:00'],
  ['behind by seconds, rounded up', -2_670, '1970-01-01T11:15:30.000-00:45'],
  ['behind by half a minute, rounded away from zero', -30, '1970-01-01T11:59:30.000-00:01'],
  ['behind by less than half a minute, which is zero without a sign', -29, '1970-01-01T11:59:31.000+00:00'],
  ['ahead by less', 29, '1970-01-01T12:00:29.000+00:00'],
])('an instant on clocks %s', (_where, offset, local) => {
  const zones = { version: '2025c', has: () => true, nearest: () => undefined, offsetSeconds: () => offset };
  expect(toScheduledInstant(cadence, { at, note: '' }, zones)).toEqual({
    scheduled_utc: '1970-01-01T12:00:00.000Z',
    local,
    note: '',
  });
});
