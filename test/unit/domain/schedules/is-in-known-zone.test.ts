import { expect, it } from 'vitest';
import type { Cadence } from '../../../../domain/schedules/cadence.ts';
import { isInKnownZone } from '../../../../domain/schedules/is-in-known-zone.ts';
import type { TimeZones } from '../../../../domain/schedules/time-zones.ts';

const zones: TimeZones = {
  version: '2025c',
  has: (name) => name === 'Europe/Berlin',
  nearest: () => undefined,
  offsetSeconds: () => 0,
};
const interval = { mode: 'interval', frequency: 'daily', anchor: '2026-01-01T00:00:00.000Z' } as const;

it.each<[string, Cadence, boolean]>([
  ['of no zone', interval, true],
  ['of a zone in the database', { ...interval, timezone: 'Europe/Berlin' }, true],
  ['of a zone that is not in the database', { ...interval, timezone: 'Europe/Atlantis' }, false],
])('a cadence %s can be computed or not', (_what, cadence, known) => {
  expect(isInKnownZone(cadence, zones)).toBe(known);
});
