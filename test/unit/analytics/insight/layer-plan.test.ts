import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import { localBuckets } from '../../../../domain/insight/windows/local-buckets.ts';
import type { FactsFilter } from '../../../../analytics/insight/question/facts-filter.ts';
import { layerParams } from '../../../../analytics/insight/sql/layer-conditions.ts';
import {
  LAYERS,
  layersForGrain,
  moveDaysToFacts,
  periodStarts,
  planLayers,
  planQuestionLayers,
  refinePlan,
  type Layer,
} from '../../../../analytics/insight/plan/layer-plan.ts';

/** Milliseconds of a text; a text with only a day is in January 2026. */
const at = (text: string): number => Date.parse(`${/^\d\dT/.test(text) ? `2026-01-${text}` : text}:00.000Z`);
const span = (from: string, to: string): { from: number; to: number } => ({ from: at(from), to: at(to) });
const NOTHING = { months: [], days: [], hours: [], facts: [] };

function plan(
  from: string,
  to: string,
  exclusions: [string, string, string][] = [],
  layers: readonly Layer[] = LAYERS,
) {
  return planLayers(
    {
      from: new Date(at(from)),
      to: new Date(at(to)),
      environmentIds: ['env_a', 'env_b'],
      exclusions: exclusions.map(([id, begin, end]) => ({
        environmentIds: [id],
        from: new Date(at(begin)),
        to: new Date(at(end)),
      })),
    },
    layers,
  );
}

describe('the layers of buckets in a zone', () => {
  const inBuckets = (zone: string, from: string, to: string) => {
    const window = { from: new Date(at(from)), to: new Date(at(to)), environmentIds: [], exclusions: [] };
    const offset = (utcMs: number): number => timeZones.offsetSeconds(zone, utcMs) * 1_000;
    return planQuestionLayers(
      { ...window, buckets: localBuckets(at(from), at(to), 'day', offset) },
      layersForGrain('day'),
    );
  };

  it('are one run of hours if midnight is a full hour', () => {
    expect(inBuckets('Europe/Berlin', '02T00:00', '09T00:00')).toEqual({
      ...NOTHING,
      hours: [span('02T00:00', '09T00:00')],
    });
  });

  it('read the hours of midnight from the facts otherwise', () => {
    expect(inBuckets('Asia/Kolkata', '02T00:00', '04T12:10')).toEqual({
      ...NOTHING,
      hours: [span('02T00:00', '02T18:00'), span('02T19:00', '03T18:00'), span('03T19:00', '04T12:00')],
      facts: [span('02T18:00', '02T19:00'), span('03T18:00', '03T19:00'), span('04T12:00', '04T12:10')],
    });
  });

  it('are days if the zone’s days are those of UTC', () => {
    expect(inBuckets('Africa/Abidjan', '02T00:00', '04T00:00').days).toEqual([span('02T00:00', '04T00:00')]);
  });

  it('are described by their exclusions if they are too many for a request', () => {
    const plan = inBuckets('Asia/Kolkata', '2024-01-01T00:00', '2026-01-01T00:00');
    const question = { from: new Date(at('2024-01-01T00:00')), to: new Date(at('2026-01-01T00:00')) };
    const params = layerParams(plan, question as FactsFilter);
    expect(params).toMatchObject({ hours_from: String(at('2024-01-01T00:00') / 1_000) });
    expect(params['hours_without']).toHaveLength(731);
    expect(params).not.toHaveProperty('hours_periods');
  });
});

describe('the layers of a window', () => {
  it('are complete months, then complete days, then complete hours, then facts', () => {
    expect(plan('2025-11-29T10:20', '2026-03-02T15:30')).toEqual({
      months: [span('2025-12-01T00:00', '2026-03-01T00:00')],
      days: [span('2025-11-30T00:00', '2025-12-01T00:00'), span('2026-03-01T00:00', '2026-03-02T00:00')],
      hours: [span('2025-11-29T11:00', '2025-11-30T00:00'), span('2026-03-02T00:00', '2026-03-02T15:00')],
      facts: [span('2025-11-29T10:20', '2025-11-29T11:00'), span('2026-03-02T15:00', '2026-03-02T15:30')],
    });
    expect(plan('01T10:20', '04T15:30')).toEqual({
      months: [],
      days: [span('02T00:00', '04T00:00')],
      hours: [span('01T11:00', '02T00:00'), span('04T00:00', '04T15:00')],
      facts: [span('01T10:20', '01T11:00'), span('04T15:00', '04T15:30')],
    });
  });

  it('use the length of February', () => {
    for (const [from, to] of [
      ['2024-02-01T00:00', '2024-03-01T00:00'],
      ['2026-02-01T00:00', '2026-03-01T00:00'],
    ] as const) {
      expect(plan(from, to)).toEqual({ ...NOTHING, months: [span(from, to)] });
    }
    expect(plan('2024-02-01T00:00', '2024-02-29T00:00').months).toEqual([]);
  });

  it('divide a month that the horizon or the end cuts into days', () => {
    expect(plan('2026-02-02T00:00', '2026-03-31T00:00')).toEqual({
      ...NOTHING,
      days: [span('2026-02-02T00:00', '2026-03-31T00:00')],
    });
  });

  it('are only facts within an hour', () => {
    expect(plan('01T10:20', '01T10:40')).toEqual({ ...NOTHING, facts: [span('01T10:20', '01T10:40')] });
  });

  it('read a month with an exclusion of the scope by days, and the affected days by hours', () => {
    const exclusions: [string, string, string][] = [
      ['env_b', '02T03:00', '03T01:00'],
      ['env_a', '2026-03-31T23:00', '2026-04-01T00:00'],
      ['env_elsewhere', '2026-02-05T00:00', '2026-02-05T01:00'],
    ];
    expect(plan('01T00:00', '2026-05-01T00:00', exclusions)).toEqual({
      months: [span('2026-02-01T00:00', '2026-03-01T00:00'), span('2026-04-01T00:00', '2026-05-01T00:00')],
      days: [
        span('01T00:00', '02T00:00'),
        span('04T00:00', '2026-02-01T00:00'),
        span('2026-03-01T00:00', '2026-03-31T00:00'),
      ],
      hours: [span('02T00:00', '04T00:00'), span('2026-03-31T00:00', '2026-04-01T00:00')],
      facts: [],
    });
  });

  it('are only the permitted ones', () => {
    const january = span('01T00:00', '2026-02-01T00:00');
    const of = (layers: readonly Layer[]) => plan('01T00:00', '2026-02-01T00:00', [], layers);
    expect(of(LAYERS)).toEqual({ ...NOTHING, months: [january] });
    expect(of(['months', 'facts'])).toEqual({ ...NOTHING, months: [january] });
    expect(of(['days', 'facts'])).toEqual({ ...NOTHING, days: [january] });
    expect(of(['hours', 'facts'])).toEqual({ ...NOTHING, hours: [january] });
    expect(of(['facts'])).toEqual({ ...NOTHING, facts: [january] });
  });

  it('are those whose periods fit into the buckets of a series', () => {
    expect(layersForGrain(undefined)).toEqual(['months', 'days', 'hours', 'facts']);
    expect(layersForGrain('month')).toEqual(['months', 'days', 'hours', 'facts']);
    expect(layersForGrain('week')).toEqual(['days', 'hours', 'facts']);
    expect(layersForGrain('day')).toEqual(['days', 'hours', 'facts']);
    expect(layersForGrain('hour')).toEqual(['hours', 'facts']);
  });
});

describe('a next round', () => {
  const first = plan('2025-10-31T10:20', '08T00:00');
  const seconds = (text: string): number => at(text) / 1_000;

  it('is empty if nothing was stale', () => {
    expect(refinePlan(first, {}, LAYERS)).toEqual(NOTHING);
  });

  it('reads a layer again without its stale periods, and the next layer for those', () => {
    expect(refinePlan(first, { months: [seconds('2025-11-01T00:00')] }, LAYERS)).toEqual({
      ...NOTHING,
      months: [span('2025-12-01T00:00', '01T00:00')],
      days: [span('2025-11-01T00:00', '2025-12-01T00:00')],
    });
    const stale = { days: [seconds('04T00:00'), seconds('03T00:00'), seconds('04T00:00')] };
    expect(refinePlan(first, stale, LAYERS)).toEqual({
      ...NOTHING,
      days: [span('01T00:00', '03T00:00'), span('05T00:00', '08T00:00')],
      hours: [span('03T00:00', '04T00:00'), span('04T00:00', '05T00:00')],
    });
    expect(refinePlan(first, { hours: [seconds('2025-10-31T13:00')] }, LAYERS)).toEqual({
      ...NOTHING,
      hours: [span('2025-10-31T11:00', '2025-10-31T13:00'), span('2025-10-31T14:00', '2025-11-01T00:00')],
      facts: [span('2025-10-31T13:00', '2025-10-31T14:00')],
    });
  });

  it('skips layers that are not permitted', () => {
    const stale = { months: [seconds('2025-12-01T00:00')] };
    const december = span('2025-12-01T00:00', '01T00:00');
    expect(refinePlan(first, stale, ['months', 'hours', 'facts']).hours).toEqual([december]);
    expect(refinePlan(first, stale, ['months', 'facts']).facts).toEqual([december]);
  });

  it('reads some days from the facts, in the order of time', () => {
    const days = plan('01T10:20', '06T00:00', [], ['days', 'facts']);
    expect(days).toEqual({
      ...NOTHING,
      days: [span('02T00:00', '06T00:00')],
      facts: [span('01T10:20', '02T00:00')],
    });
    const moved = moveDaysToFacts(days, [seconds('05T00:00'), seconds('02T00:00'), seconds('05T00:00')]);
    expect(moved).toEqual({
      ...NOTHING,
      days: [span('03T00:00', '05T00:00')],
      facts: [span('01T10:20', '03T00:00'), span('05T00:00', '06T00:00')],
    });
    expect(moveDaysToFacts(moved, [seconds('03T00:00')])).toEqual({
      ...NOTHING,
      days: [span('04T00:00', '05T00:00')],
      facts: [span('01T10:20', '04T00:00'), span('05T00:00', '06T00:00')],
    });
    expect(moveDaysToFacts(days, [])).toEqual(days);
  });

  it('names the hours of which facts are read, each once', () => {
    expect(periodStarts('facts', [span('01T10:20', '01T10:40'), span('01T10:50', '01T12:10')])).toEqual(
      ['01T10:00', '01T11:00', '01T12:00'].map((hour) => String(seconds(hour))),
    );
  });
});
