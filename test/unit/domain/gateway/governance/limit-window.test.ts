import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../../contracts/wire/time-zone.ts';
import type { LimitPeriod } from '../../../../../domain/gateway/governance/governance-block.ts';
import { limitWindowAt } from '../../../../../domain/gateway/governance/limit-window.ts';

function windowOf(per: LimitPeriod, at: string, zone = 'UTC'): [string, string] {
  const { from, to } = limitWindowAt(per, Date.parse(at), (utcMs) => timeZones.offsetSeconds(zone, utcMs) * 1_000);
  return [new Date(from).toISOString(), new Date(to).toISOString()];
}

describe('windowAt', () => {
  it.each<[LimitPeriod, string, string, string, string]>([
    ['minute', '2026-03-02T08:00:59.999Z', 'UTC', '2026-03-02T08:00:00.000Z', '2026-03-02T08:01:00.000Z'],
    ['minute', '2026-03-02T08:01:00.000Z', 'UTC', '2026-03-02T08:01:00.000Z', '2026-03-02T08:02:00.000Z'],
    // Hours are UTC hours, even in zones with an offset of half an hour.
    ['hour', '2026-03-02T08:45:00.000Z', 'Asia/Kolkata', '2026-03-02T08:00:00.000Z', '2026-03-02T09:00:00.000Z'],
    ['day', '2026-03-02T23:30:00.000Z', 'Europe/Berlin', '2026-03-02T23:00:00.000Z', '2026-03-03T23:00:00.000Z'],
    // Days with a clock change have 23 and 25 hours.
    ['day', '2026-03-29T12:00:00.000Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['day', '2026-10-25T12:00:00.000Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['week', '2026-03-01T23:30:00.000Z', 'Europe/Berlin', '2026-03-01T23:00:00.000Z', '2026-03-08T23:00:00.000Z'],
    ['month', '2026-03-31T23:00:00.000Z', 'UTC', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['month', '2026-03-31T23:00:00.000Z', 'Europe/Berlin', '2026-03-31T22:00:00.000Z', '2026-04-30T22:00:00.000Z'],
  ])('%s at %s in %s', (per, at, zone, from, to) => {
    expect(windowOf(per, at, zone)).toEqual([from, to]);
  });
});
