import type { Cadence } from '../../../../domain/schedules/cadence.ts';

/**
 * A daily cadence at 02:30 in New York: 07:30Z in winter, and 06:30Z from 8 March 2026, except for the day of the gap
 * itself.
 */
export const DAILY_NEW_YORK = {
  mode: 'wall_clock',
  frequency: 'daily',
  local_time: '02:30',
  timezone: 'America/New_York',
} as const satisfies Cadence;

/**
 * A cadence at 02:30 on Sundays in Sydney. Its clocks change on Sundays in that hour. On 5 April 2026 they go back (+11
 * → +10), so that 02:30 occurs twice. On 4 October they go forward (+10 → +11), so that 02:30 does not occur.
 */
export const WEEKLY_SYDNEY = {
  mode: 'wall_clock',
  frequency: 'weekly',
  weekday: 'sunday',
  local_time: '02:30',
  timezone: 'Australia/Sydney',
} as const satisfies Cadence;

export const WEEK_SECONDS = 604_800;
