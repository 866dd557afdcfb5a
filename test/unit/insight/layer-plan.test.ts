import { describe, expect, it } from 'vitest';
import { LAYERS, periodStarts, planLayers, refinePlan, type Layer } from '../../../analytics/insight/layer-plan.ts';

const at = (text: string): number => Date.parse(`2026-01-${text}:00.000Z`);
const span = (from: string, to: string): { from: number; to: number } => ({ from: at(from), to: at(to) });

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

describe('the layers of a window', () => {
  it('are whole days, then whole hours, then facts', () => {
    expect(plan('01T10:20', '04T15:30')).toEqual({
      days: [span('02T00:00', '04T00:00')],
      hours: [span('01T11:00', '02T00:00'), span('04T00:00', '04T15:00')],
      facts: [span('01T10:20', '01T11:00'), span('04T15:00', '04T15:30')],
    });
  });

  it('are facts alone within an hour', () => {
    expect(plan('01T10:20', '01T10:40')).toEqual({ days: [], hours: [], facts: [span('01T10:20', '01T10:40')] });
  });

  it('read days that an exclusion of the scope touches by hours', () => {
    const days = plan('01T00:00', '08T00:00', [
      ['env_b', '02T03:00', '03T01:00'],
      ['env_elsewhere', '05T00:00', '05T01:00'],
    ]);
    expect(days).toEqual({
      days: [span('01T00:00', '02T00:00'), span('04T00:00', '08T00:00')],
      hours: [span('02T00:00', '04T00:00')],
      facts: [],
    });
  });

  it('are only those that may be used', () => {
    expect(plan('01T00:00', '03T00:00', [], ['hours', 'facts'])).toEqual({
      days: [],
      hours: [span('01T00:00', '03T00:00')],
      facts: [],
    });
    expect(plan('01T00:00', '03T00:00', [], ['facts'])).toEqual({
      days: [],
      hours: [],
      facts: [span('01T00:00', '03T00:00')],
    });
  });
});

describe('a next round', () => {
  const first = plan('01T10:20', '08T00:00');
  const seconds = (text: string): number => at(text) / 1_000;

  it('is nothing when nothing was stale', () => {
    expect(refinePlan(first, {}, LAYERS)).toEqual({ days: [], hours: [], facts: [] });
  });

  it('asks a layer again without its stale periods, and the next layer for those', () => {
    const stale = { days: [seconds('04T00:00'), seconds('03T00:00'), seconds('04T00:00')] };
    expect(refinePlan(first, stale, LAYERS)).toEqual({
      days: [span('02T00:00', '03T00:00'), span('05T00:00', '08T00:00')],
      hours: [span('03T00:00', '04T00:00'), span('04T00:00', '05T00:00')],
      facts: [],
    });
    expect(refinePlan(first, { hours: [seconds('01T13:00')] }, LAYERS)).toEqual({
      days: [],
      hours: [span('01T11:00', '01T13:00'), span('01T14:00', '02T00:00')],
      facts: [span('01T13:00', '01T14:00')],
    });
  });

  it('names the hours that facts are read of, each once', () => {
    expect(periodStarts('facts', [span('01T10:20', '01T10:40'), span('01T10:50', '01T12:10')])).toEqual(
      ['01T10:00', '01T11:00', '01T12:00'].map((hour) => String(seconds(hour))),
    );
  });
});
