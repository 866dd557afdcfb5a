import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import { DefectError } from '../../../../domain/kernel/errors.ts';

describe('the names of zones', () => {
  it('are those of every zone of the database', () => {
    const names = Intl.supportedValuesOf('timeZone');
    expect(names.length).toBeGreaterThan(400);
    expect(names.filter((name) => !timeZones.has(name))).toEqual([]);
  });

  it.each([
    'UTC',
    'utc',
    'Etc/UTC',
    'GMT',
    'GMT0',
    'Etc/GMT+12',
    'Etc/GMT-14',
    'Zulu',
    'EST',
    'MST',
    'HST',
    'EST5EDT',
    'PST8PDT',
    'CET',
    'MET',
    'WET',
    'US/Pacific',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Europe/Kiev',
    'Europe/Kyiv',
    'america/new_york',
    'GB-Eire',
    'NZ-CHAT',
    'W-SU',
    'PRC',
    'America/Port-au-Prince',
    'America/Argentina/ComodRivadavia',
  ])('include %s', (name) => {
    expect(timeZones.has(name)).toBe(true);
  });

  it.each([
    ['the server’s local zone', ['Local', 'local', 'LOCAL', 'system', 'System', 'default', 'localtime']],
    ['offsets', ['+05:00', '-05', '+0530', '+05:30:00', 'UTC+1', 'GMT+5', 'GMT-05:00', 'Z', '<-03>3', 'EST5']],
    [
      'zones of no database',
      ['Mars/Olympus', 'Etc/Unknown', 'Etc/GMT+15', 'Factory', 'posixrules', 'posix/UTC', 'right/UTC'],
    ],
    [
      'ICU’s private names',
      ['JST', 'PST', 'BST', 'IST', 'bst', 'CST', 'SystemV/PST8PDT', 'US/Pacific-New', 'Canada/East-Saskatchewan'],
    ],
    ['texts', ['', ' UTC', 'UTC ', 'Europe/Berlin\n', 'Europe', 'Europe/', "UTC'; DROP"]],
  ])('exclude %s', (_what, names) => {
    expect(names.filter((name) => timeZones.has(name))).toEqual([]);
  });
});

describe('offsets', () => {
  it.each<[string, string, number]>([
    ['UTC', '2026-01-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 3_600],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', 7_200],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 20_700],
    ['America/New_York', '1880-01-01T00:00:00Z', -(4 * 3_600 + 56 * 60 + 2)],
    ['Africa/Monrovia', '1971-01-01T00:00:00Z', -(44 * 60 + 30)],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', -36_000],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 50_400],
    ['America/Juneau', '1860-01-01T00:00:00Z', 15 * 3_600 + 2 * 60 + 19],
  ])('of %s at %s are whole seconds', (zone, at, seconds) => {
    expect(timeZones.offsetSeconds(zone, Date.parse(at))).toBe(seconds);
  });

  it('of an invalid zone are a defect', () => {
    expect(() => timeZones.offsetSeconds('Mars/Olympus', 0)).toThrow(DefectError);
  });

  it('belong to a named release of the database', () => {
    expect(timeZones.version).toBe(process.versions['tz']);
    expect(timeZones.version).toMatch(/^20\d{2}[a-z]$/);
  });
});
