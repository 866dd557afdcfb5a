import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { createValidator } from '../../../../contracts/wire/validator.ts';
import { CadenceSchema } from '../../../../contracts/schedules/cadence.ts';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import type { Cadence } from '../../../../domain/schedules/cadence.ts';
import { settleCadence, type WrittenCadence } from '../../../../domain/schedules/settle-cadence.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';

const NOW = new Date('2026-03-01T12:00:00.250Z');
const INTERVAL = { mode: 'interval', frequency: 'daily' } as const;
const DAILY = { mode: 'wall_clock', frequency: 'daily', local_time: '08:30', timezone: 'Europe/Berlin' } as const;
const WEEKLY = { ...DAILY, frequency: 'weekly', weekday: 'monday' } as const;

const check = createValidator(Type.Object({ cadence: CadenceSchema }));

/** A cadence as read from a request: by its schema, then by its rules. */
function settle(cadence: unknown, replaced?: Cadence): Cadence {
  const refusal = check({ cadence });
  if (refusal !== undefined) throw refusal;
  return settleCadence(cadence as WrittenCadence, { now: NOW, replaced, zones: timeZones });
}

function refusalOf(cadence: unknown): Refusal {
  try {
    settle(cadence);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('The cadence was accepted.');
}

/** The faulty members of a cadence with their codes. */
function faultsOf(cadence: unknown): [string, string | undefined][] {
  return refusalOf(cadence).faults.map(({ pointer, code }) => [pointer.replace('/cadence/', ''), code]);
}

describe('an invalid cadence', () => {
  it.each<[string, unknown, [string, string][]]>([
    ['no mode', { ...INTERVAL, mode: undefined }, [['mode', 'invalid_mode']]],
    ['an unknown mode', { ...INTERVAL, mode: 'cron' }, [['mode', 'invalid_mode']]],
    ['a mode that is not text', { ...INTERVAL, mode: 1 }, [['mode', 'invalid_mode']]],
    ['no frequency', { mode: 'interval' }, [['frequency', 'invalid_frequency']]],
    ['an unknown frequency', { ...INTERVAL, frequency: 'monthly' }, [['frequency', 'invalid_frequency']]],
    ['an hourly wall clock', { ...DAILY, frequency: 'hourly' }, [['frequency', 'hourly_requires_interval']]],
    ['a wall clock without a zone', { ...DAILY, timezone: undefined }, [['timezone', 'invalid_timezone']]],
    ['an empty zone', { ...DAILY, timezone: '' }, [['timezone', 'invalid_timezone']]],
    ['the zone of the server', { ...DAILY, timezone: 'Local' }, [['timezone', 'invalid_timezone']]],
    ['an offset', { ...DAILY, timezone: '+05:00' }, [['timezone', 'invalid_timezone']]],
    ['an unknown zone', { ...DAILY, timezone: 'Mars/Olympus' }, [['timezone', 'invalid_timezone']]],
    ['an unknown zone of an interval', { ...INTERVAL, timezone: 'Local' }, [['timezone', 'invalid_timezone']]],
    ['a zone that is not text', { ...DAILY, timezone: 5 }, [['timezone', 'invalid_timezone']]],
    ['a zone of 65 characters', { ...DAILY, timezone: 'A'.repeat(65) }, [['timezone', 'invalid_timezone']]],
    ['a wall clock without a time', { ...DAILY, local_time: undefined }, [['local_time', 'invalid_local_time']]],
    ...['24:00', '8:30', '08:60', '08:30:00', '', ' 08:30', '0830'].map(
      (time): [string, unknown, [string, string][]] => [
        `the time ${JSON.stringify(time)}`,
        { ...DAILY, local_time: time },
        [['local_time', 'invalid_local_time']],
      ],
    ),
    ['a weekly wall clock without a weekday', { ...WEEKLY, weekday: undefined }, [['weekday', 'invalid_weekday']]],
    ['an unknown weekday', { ...WEEKLY, weekday: 'Monday' }, [['weekday', 'invalid_weekday']]],
    ['a weekday of a daily wall clock', { ...DAILY, weekday: 'monday' }, [['weekday', 'field_not_allowed']]],
    ['an anchor of a wall clock', { ...DAILY, anchor: '2026-01-01T00:00:00Z' }, [['anchor', 'field_not_allowed']]],
    ['a time of an interval', { ...INTERVAL, local_time: '08:30' }, [['local_time', 'field_not_allowed']]],
    ['a weekday of an interval', { ...INTERVAL, weekday: 'monday' }, [['weekday', 'field_not_allowed']]],
    ['a member that no cadence has', { ...INTERVAL, cron: '* * * * *' }, [['cron', 'field_not_allowed']]],
    [
      'several faults of form, each reported',
      { mode: 'cron', frequency: 'yearly', cron: '0 8 * * *' },
      [
        ['cron', 'field_not_allowed'],
        ['mode', 'invalid_mode'],
        ['frequency', 'invalid_frequency'],
      ],
    ],
    [
      'every possible fault of form, each reported',
      {
        mode: 'cron',
        frequency: 'yearly',
        local_time: '25:00:00',
        timezone: '+'.repeat(65),
        weekday: 'x',
        cron: '*',
        every: 1,
      },
      [
        ['cron', 'field_not_allowed'],
        ['every', 'field_not_allowed'],
        ['mode', 'invalid_mode'],
        ['frequency', 'invalid_frequency'],
        ['local_time', 'invalid_local_time'],
        ['timezone', 'invalid_timezone'],
        ['weekday', 'invalid_weekday'],
      ],
    ],
    [
      'an hourly wall clock on a weekday, of which only the frequency is wrong',
      { ...WEEKLY, frequency: 'hourly' },
      [['frequency', 'hourly_requires_interval']],
    ],
    [
      'several faults of rules, each reported',
      { mode: 'wall_clock', frequency: 'hourly', anchor: '2026-01-01T00:00:00Z', timezone: 'Nowhere' },
      [
        ['anchor', 'field_not_allowed'],
        ['frequency', 'hourly_requires_interval'],
        ['local_time', 'invalid_local_time'],
        ['timezone', 'invalid_timezone'],
      ],
    ],
  ])('gets the code of its member: %s', (_name, cadence, expected) => {
    // A request is JSON, in which an undefined member is an absent one.
    expect(faultsOf(JSON.parse(JSON.stringify(cadence)))).toEqual(expected);
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    '1999-12-31T00:00:00Z',
    'now',
    // Each would be stored as an instant that the schema refuses when it is sent again.
    '2000-01-01T00:00:00+00:01',
    '2099-12-31T23:59:00-00:01',
  ])('gets no code for an anchor that is not an instant: %s', (anchor) => {
    expect(faultsOf({ ...INTERVAL, anchor })).toEqual([['anchor', undefined]]);
  });

  it('keeps no digit of an anchor below the millisecond, so that the shown anchor is valid again', () => {
    const last = settle({ ...INTERVAL, anchor: '2099-12-31t23:59:59.9999z' });
    expect(last).toMatchObject({ anchor: '2099-12-31T23:59:59.999Z' });
  });

  it('is refused as a complete document with the member and the code', () => {
    const { code, message } = refusalOf({ ...DAILY, timezone: 'Local' });
    expect(code).toBe('validation_failed');
    expect(message).toBe(
      '/cadence/timezone (invalid_timezone): The zone must be one of the IANA time-zone database, such as `Europe/Berlin`.',
    );
    expect(refusalOf({ ...DAILY, local_time: '24:00' }).message).toMatch(
      /^\/cadence\/local_time \(invalid_local_time\) must have this form: `HH:MM`/,
    );
  });
});

describe('the text about an invalid cadence', () => {
  const zone =
    '/cadence/timezone (invalid_timezone): The zone must be one of the IANA time-zone database, such as `Europe/Berlin`.';

  it.each<[string, unknown, string]>([
    [
      'members that an interval does not use',
      { ...INTERVAL, local_time: '08:30', weekday: 'monday', timezone: 'Local' },
      '/cadence/local_time (field_not_allowed): An interval counts elapsed time. Omit `local_time`. ' +
        `/cadence/weekday (field_not_allowed): An interval counts elapsed time. Omit \`weekday\`. ${zone}`,
    ],
    [
      'members that a wall clock does not use, and missing ones',
      { mode: 'wall_clock', frequency: 'hourly', anchor: '2026-01-01T00:00:00Z' },
      '/cadence/anchor (field_not_allowed): A wall clock needs no anchor. Omit `anchor`. ' +
        '/cadence/frequency (hourly_requires_interval): An hourly cadence counts elapsed time. Set `mode` to `interval`. ' +
        `/cadence/local_time (invalid_local_time): The local time is missing. Send it as \`HH:MM\`. ${zone}`,
    ],
    [
      'a weekday of every day',
      { ...DAILY, weekday: 'monday' },
      '/cadence/weekday (field_not_allowed): A daily cadence runs on every day. Omit `weekday`.',
    ],
    [
      'a week without its day',
      { ...WEEKLY, weekday: undefined },
      '/cadence/weekday (invalid_weekday): A weekly cadence needs a day. Send `monday` to `sunday`.',
    ],
    [
      'an anchor outside the permitted years',
      { ...INTERVAL, anchor: '2000-01-01T00:00:00+00:01' },
      '`anchor` must be an RFC 3339 instant of the years 2000 to 2099 (UTC).',
    ],
  ])('states the remedy for %s', (_what, cadence, message) => {
    expect(refusalOf(JSON.parse(JSON.stringify(cadence))).message).toBe(message);
  });
});

describe('a valid cadence', () => {
  it.each<[string, unknown, Cadence]>([
    ['daily', DAILY, DAILY],
    ['weekly', WEEKLY, WEEKLY],
    ['an interval from now on', INTERVAL, { ...INTERVAL, anchor: '2026-03-01T12:00:00.250Z' }],
    [
      'an interval with a zone for its labels',
      { ...INTERVAL, timezone: 'Asia/Kolkata' },
      { ...INTERVAL, anchor: '2026-03-01T12:00:00.250Z', timezone: 'Asia/Kolkata' },
    ],
    [
      'an anchor with an offset, stored in UTC',
      { ...INTERVAL, anchor: '2026-01-01T00:00:00+05:30' },
      { ...INTERVAL, anchor: '2025-12-31T18:30:00.000Z' },
    ],
    ['a zone as it was written', { ...DAILY, timezone: 'us/pacific' }, { ...DAILY, timezone: 'us/pacific' }],
  ])('is stored unchanged: %s', (_name, written, expected) => {
    expect(settle(written)).toStrictEqual(expected);
  });

  it.each<[string, Cadence]>([
    ['a wall clock', DAILY],
    ['an interval', { ...INTERVAL, anchor: '2026-01-05T06:00:00.000Z' }],
  ])('keeps its current zone, and no other unknown zone: %s', (_name, cadence) => {
    const settling = { now: NOW, keptZone: 'Europe/Atlantis', zones: timeZones };
    const kept = { ...cadence, timezone: 'Europe/Atlantis' };
    expect(settleCadence(kept, settling)).toEqual(kept);
    expect(() => settleCadence({ ...cadence, timezone: 'Europe/Lyonesse' }, settling)).toThrow(Refusal);
  });

  it('of an interval needs no zone, with any current zone', () => {
    const settling = { now: NOW, keptZone: 'Europe/Atlantis', zones: timeZones };
    expect(settleCadence(INTERVAL, settling)).toStrictEqual({ ...INTERVAL, anchor: NOW.toISOString() });
  });

  const anchored = { ...INTERVAL, anchor: '2026-01-05T06:00:00.000Z' };
  it.each<[string, unknown, Cadence, string | undefined]>([
    ['keeps its anchor when the frequency changes', { ...INTERVAL, frequency: 'weekly' }, anchored, anchored.anchor],
    [
      'uses another anchor that is given',
      { ...INTERVAL, anchor: '2026-02-01T00:00:00Z' },
      anchored,
      '2026-02-01T00:00:00.000Z',
    ],
    ['that was a wall clock is anchored now', INTERVAL, DAILY, NOW.toISOString()],
    ['has no anchor after it becomes a wall clock', DAILY, anchored, undefined],
  ])('%s', (_name, written, replaced, anchor) => {
    const settled = settle(written, replaced);
    expect(settled.mode === 'interval' ? settled.anchor : undefined).toBe(anchor);
  });
});
