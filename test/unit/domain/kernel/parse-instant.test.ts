import { describe, expect, it } from 'vitest';
import { isTimeZone } from '../../../../contracts/wire/time-zone.ts';
import { parseInstant } from '../../../../domain/kernel/parse-instant.ts';

describe('an RFC 3339 instant', () => {
  const cases: [string, string | undefined][] = [
    ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00.5Z', '2026-01-31T08:00:00.500Z'],
    ['2026-01-31T08:00:00.123456789Z', '2026-01-31T08:00:00.123Z'],
    ['2026-01-31T08:00:00.999000001Z', '2026-01-31T08:00:00.999Z'],
    ['2026-01-31T08:00:00.9999Z', '2026-01-31T08:00:00.999Z'],
    ['2026-01-31t08:00:00z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31t08:00:00.25+05:30', '2026-01-31T02:30:00.250Z'],
    ['2026-01-31T08:00:00+05:30', '2026-01-31T02:30:00.000Z'],
    ['2026-01-31T20:00:00-08:00', '2026-02-01T04:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2026-02-29T00:00:00Z', undefined],
    ['2026-02-30T00:00:00Z', undefined],
    ['2026-01-31T24:00:00Z', undefined],
    ['2026-01-31T08:00:60Z', undefined],
    ['2026-01-31', undefined],
    ['2026-01-31T08:00:00', undefined],
    ['2026-01-31T08:00:00+25:00', undefined],
    ['2026-01-31T08:00:00 2026-01-31T08:00:00Z', undefined],
    ['2026-01-31T08:00:00Z or later', undefined],
  ];

  it.each(cases)('%s is %s', (text, expected) => {
    expect(parseInstant(text)?.toISOString()).toBe(expected);
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])('%s is valid', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['Local', 'local', 'system', 'default', '+01:00', '-0800', '', 'Mars/Olympus', 'UTC+1', "UTC'; DROP"])(
    '%j is invalid',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
