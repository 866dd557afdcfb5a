import type { Cadence } from './cadence.ts';

/**
 * A cadence as a text for people, without its zone: `daily at 08:30`, `weekly on monday at 08:30`,
 * `hourly from 2026-…`.
 */
export function cadenceText(cadence: Cadence): string {
  const { frequency } = cadence;
  if (cadence.mode === 'interval') return `${frequency} from ${cadence.anchor}`;
  return frequency === 'weekly'
    ? `weekly on ${cadence.weekday} at ${cadence.local_time}`
    : `daily at ${cadence.local_time}`;
}
