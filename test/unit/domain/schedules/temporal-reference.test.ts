import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';
import { type Cadence, type CadenceNote, WEEKDAYS } from '../../../../domain/schedules/cadence.ts';
import { findSurroundingInstants, generateInstants, nextInstants } from '../../../../domain/schedules/instants.ts';

/**
 * Compares cadences with an independent implementation: ECMAScript's Temporal, as its authors published it. Both take
 * their offsets from the ICU of this process, so that the test compares only the rule.
 */

const ZONES = Intl.supportedValuesOf('timeZone');
const FROM = Temporal.Instant.from('2024-01-01T00:00Z');
const LAST_YEAR = chooseCaseCount(2029, 2037);
const TO = Temporal.Instant.from(`${LAST_YEAR + 1}-01-01T00:00Z`);

/** A local time on its date, and its instant by Temporal. */
interface Vector {
  readonly zone: string;
  readonly local: Temporal.PlainDateTime;
  readonly atMs: number;
  readonly note: CadenceNote;
}

function vectorOf(zone: string, local: Temporal.PlainDateTime): Vector {
  const compatible = local.toZonedDateTime(zone, { disambiguation: 'compatible' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  const atMs = compatible.epochMilliseconds;
  if (!compatible.toPlainDateTime().equals(local)) return { zone, local, atMs, note: 'dst_gap' };
  return { zone, local, atMs, note: later.epochMilliseconds === atMs ? '' : 'dst_fold' };
}

/** Every change of a zone's clocks in the compared years, as its first instant. */
function transitionsOf(zone: string): Temporal.ZonedDateTime[] {
  const found: Temporal.ZonedDateTime[] = [];
  let at = FROM.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (at !== null && Temporal.Instant.compare(at.toInstant(), TO) < 0) {
    found.push(at);
    at = at.getTimeZoneTransition('next');
  }
  return found;
}

/**
 * The minutes at both edges of a transition's gap or fold: the last minute before it, its first, its last, and the next
 * after it.
 */
function edgesOf(transition: Temporal.ZonedDateTime): Temporal.PlainDateTime[] {
  const after = transition.toPlainDateTime();
  const before = transition.subtract({ nanoseconds: 1 }).toPlainDateTime().add({ nanoseconds: 1 });
  const [first, end] = Temporal.PlainDateTime.compare(before, after) < 0 ? [before, after] : [after, before];
  return [first.subtract({ minutes: 1 }), first, end.subtract({ minutes: 1 }), end];
}

function dailyOf({ zone, local }: Vector): Cadence {
  return {
    mode: 'wall_clock',
    frequency: 'daily',
    local_time: local.toPlainTime().toString().slice(0, 5),
    timezone: zone,
  };
}

function weeklyOf(vector: Vector): Cadence {
  return { ...dailyOf(vector), frequency: 'weekly', weekday: WEEKDAYS[vector.local.dayOfWeek - 1]! } as Cadence;
}

/** The results of a cadence for the instant of a vector, from both sides of the instant. */
function saidOf(cadence: Cadence, { atMs }: Vector): unknown[] {
  const next = nextInstants(cadence, new Date(atMs - 1), 1, timeZones)[0];
  const { latest } = findSurroundingInstants(cadence, new Date(atMs), timeZones);
  return [next?.at.getTime(), next?.note, latest?.at.getTime(), latest?.note];
}

/** The vectors with which a cadence disagrees. */
function disagreements(vectors: readonly Vector[], cadenceOf: (vector: Vector) => Cadence): string[] {
  return vectors
    .filter((vector) => {
      const { atMs, note } = vector;
      return saidOf(cadenceOf(vector), vector).join() !== [atMs, note, atMs, note].join();
    })
    .map(({ zone, local, note }) => `${local.toString()}[${zone}] ${note}`);
}

afterEach(() => {
  vi.useRealTimers();
});

describe(`every transition of every zone from 2024 to ${LAST_YEAR}`, () => {
  let vectors: readonly Vector[];

  beforeAll(() => {
    vectors = ZONES.flatMap((zone) =>
      transitionsOf(zone).flatMap((transition) => edgesOf(transition).map((local) => vectorOf(zone, local))),
    );
  });

  it('is checked from both sides, in thousands of vectors', () => {
    const count = (note: CadenceNote): number => vectors.filter((vector) => vector.note === note).length;
    expect(ZONES.length).toBeGreaterThan(400);
    // Half of the edges are outside. The others are gaps and folds in equal parts, except for a few zones that
    // abolished clock changes.
    expect(vectors.length).toBeGreaterThan(chooseCaseCount(6_000, 10_000));
    expect(count('')).toBe(vectors.length / 2);
    expect(count('dst_gap')).toBeGreaterThan(chooseCaseCount(1_500, 3_000));
    expect(count('dst_fold')).toBeGreaterThan(chooseCaseCount(1_500, 3_000));
  });

  // luxon resolves local times differently in July and in December.
  it.each(['2026-07-01T00:00:00Z', '2026-12-01T00:00:00Z'])('agrees with Temporal at %s', (now) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    expect(disagreements(vectors, dailyOf)).toEqual([]);
    expect(disagreements(vectors, weeklyOf)).toEqual([]);
  });
});

describe('two years without a pause', () => {
  it.each<[string, string, string]>([
    ['America/Nuuk', '23:30', '2024-01-01'],
    ['Australia/Lord_Howe', '02:15', '2025-01-01'],
    ['Antarctica/Troll', '01:30', '2026-01-01'],
    ['Africa/Casablanca', '02:30', '2030-01-01'],
    ['Pacific/Apia', '03:30', '2011-01-01'],
    ['Asia/Beirut', '00:00', '2026-01-01'],
    ['Africa/Monrovia', '00:10', '1971-01-01'],
  ])('run in %s at %s once on each existing local day', (zone, time, from) => {
    const first = Temporal.PlainDate.from(from);
    const expected: string[] = [];
    for (let count = 0; count < 730; count += 1) {
      const date = first.add({ days: count });
      // The first instant of a day that a zone skipped is on another day.
      if (!date.toZonedDateTime(zone).toPlainDate().equals(date)) continue;
      const { atMs, note } = vectorOf(zone, date.toPlainDateTime(Temporal.PlainTime.from(time)));
      expected.push(`${new Date(atMs).toISOString()} ${note}`);
    }
    const window = { from: new Date(expected[0]!.split(' ')[0]!), to: new Date(expected.at(-1)!.split(' ')[0]!) };
    const cadence: Cadence = { mode: 'wall_clock', frequency: 'daily', local_time: time, timezone: zone };
    const found = [...generateInstants(cadence, window, timeZones)].map(
      ({ at, note }) => `${at.toISOString()} ${note}`,
    );
    expect(found).toEqual(expected.slice(0, -1));
  });
});

describe('any local time of any zone since 1900', () => {
  it('has the instant of Temporal', () => {
    const local = fc.record({
      zone: fc.constantFrom(...ZONES),
      day: fc.integer({ min: 0, max: 73_000 }),
      minute: fc.integer({ min: 0, max: 1_439 }),
    });
    fc.assert(
      fc.property(local, ({ zone, day, minute }) => {
        const vector = vectorOf(zone, new Temporal.PlainDateTime(1900, 1, 1).add({ days: day, minutes: minute }));
        expect(disagreements([vector], weeklyOf)).toEqual([]);
      }),
      { numRuns: chooseCaseCount(1_000, 20_000), seed: 6 },
    );
  });
});
