import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import type { Cadence } from '../../../../domain/schedules/cadence.ts';
import { catchUp } from '../../../../domain/schedules/catch-up.ts';
import { clockDelay } from '../../../../domain/schedules/clock-delay.ts';

const hourly: Cadence = { mode: 'interval', frequency: 'hourly', anchor: '2026-03-01T00:52:00.000Z' };
const daily: Cadence = { mode: 'wall_clock', frequency: 'daily', local_time: '02:30', timezone: 'Europe/Berlin' };

function delayAt(cadence: Cadence, nextRunAt: string, now: string): { from: string; seconds: number } | undefined {
  const delay = clockDelay(cadence, { nextRunAt: new Date(nextRunAt), now: new Date(now) }, timeZones);
  return delay && { from: delay.skippedFrom.toISOString(), seconds: delay.seconds };
}

describe('the delay of a schedule by a faster clock', () => {
  it('is the time from the next instant of its cadence to the one that it waits for', () => {
    const ahead = new Date('2026-03-02T03:54:00Z');
    const { owed, next } = catchUp(hourly, { nextRunAt: new Date('2026-03-02T02:52:00Z'), now: ahead }, timeZones);
    expect([owed?.scheduledFor.toISOString(), next.toISOString()]).toEqual([
      '2026-03-02T03:52:00.000Z',
      '2026-03-02T04:52:00.000Z',
    ]);
    expect(delayAt(hourly, next.toISOString(), '2026-03-02T01:54:00Z')).toEqual({
      from: '2026-03-02T02:52:00.000Z',
      seconds: 7_200,
    });
    expect(delayAt(hourly, next.toISOString(), '2026-03-02T03:50:59.999Z')).toEqual({
      from: '2026-03-02T03:52:00.000Z',
      seconds: 3_600,
    });
    // The last lost instant is a minute away, and then in the past.
    expect(delayAt(hourly, next.toISOString(), '2026-03-02T03:51:00Z')).toBeUndefined();
    expect(delayAt(hourly, next.toISOString(), '2026-03-02T03:53:00Z')).toBeUndefined();
  });

  it.each([
    ['waits for its next instant', hourly, '2026-03-02T02:52:00Z', '2026-03-02T01:54:00Z'],
    ['is due', hourly, '2026-03-02T01:52:00Z', '2026-03-02T01:54:00Z'],
    ['waits for its anchor', hourly, '2026-03-01T00:52:00Z', '2026-02-20T00:00:00Z'],
    ['was planned by a clock that is a second ahead', hourly, '2026-03-02T02:52:00Z', '2026-03-02T01:51:59Z'],
    ['loses an hour to daylight saving', daily, '2026-03-29T01:00:00Z', '2026-03-28T12:00:00Z'],
  ] as const)('is absent if it %s', (_, cadence, nextRunAt, now) => {
    expect(delayAt(cadence, nextRunAt, now)).toBeUndefined();
  });
});
