import type { Cadence } from '../../../../domain/schedules/cadence.ts';

/**
 * Half past two in New York is 07:30Z in winter and 06:30Z from 8 March 2026 on, the day of the gap itself excepted.
 */
export const DAILY_NEW_YORK = {
  mode: 'wall_clock',
  frequency: 'daily',
  local_time: '02:30',
  timezone: 'America/New_York',
} as const satisfies Cadence;

/**
 * Half past two on Sundays in Sydney. Its clocks change on Sundays at that hour: they go back on 5 April 2026 (+11 →
 * +10), so that it comes twice, and jump on 4 October (+10 → +11), so that it does not come.
 */
export const WEEKLY_SYDNEY = {
  mode: 'wall_clock',
  frequency: 'weekly',
  weekday: 'sunday',
  local_time: '02:30',
  timezone: 'Australia/Sydney',
} as const satisfies Cadence;

export const WEEK_SECONDS = 604_800;
