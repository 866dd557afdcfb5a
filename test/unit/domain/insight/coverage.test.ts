import { describe, expect, it } from 'vitest';
import { coverageEntries, computeSpanCoverage } from '../../../../domain/insight/coverage.ts';
import { excludesFrom } from '../../../../domain/insight/exclusion.ts';

const at = (text: string): Date => new Date(`2026-01-${text}:00.000Z`);
const day = { from: at('02T00:00'), to: at('03T00:00') };

describe('the gaps of a span', () => {
  it('are one entry per producer class in the order of the closed set, then the expired part', () => {
    const gaps = (['control_plane_outbox', 'gateway_journal', 'gateway_journal'] as const).map((producerClass) => ({
      producerClass,
      ...day,
    }));
    const coverage = computeSpanCoverage(day, gaps, at('02T01:00'));
    expect(coverageEntries(coverage)).toEqual([
      'ingest_gap:gateway_journal',
      'ingest_gap:control_plane_outbox',
      'retention_expired',
    ]);
    expect(coverageEntries(coverage, 'control_plane_outbox')).toEqual([
      'ingest_gap:control_plane_outbox',
      'retention_expired',
    ]);
  });

  it.each([
    ['ends at the start of the span', '01T00:00', '02T00:00', 0],
    ['overlaps the span', '01T00:00', '02T00:01', 1],
    ['is inside the span', '02T05:00', '02T06:00', 1],
    ['begins at the end of the span', '03T00:00', '04T00:00', 0],
  ])('include a gap that %s or do not', (_sentence, from, to, entries) => {
    const gap = { producerClass: 'gateway_journal', from: at(from), to: at(to) } as const;
    expect(coverageEntries(computeSpanCoverage(day, [gap], undefined))).toHaveLength(entries);
  });

  it.each([
    ['02T00:00', []],
    ['02T00:01', ['retention_expired']],
  ])('include an expired part only if the span begins before the horizon (%s)', (horizon, entries) => {
    expect(coverageEntries(computeSpanCoverage(day, [], at(horizon)))).toEqual(entries);
  });
});

describe('an exclusion', () => {
  const exclusion = { environmentIds: ['env_a', 'env_c'], ...day };

  it.each([
    ['affects an environment of the scope within the span', ['env_b', 'env_a'], day, true],
    ['affects another environment', ['env_b'], day, false],
    ['affects another time', ['env_a'], { from: day.to, to: at('04T00:00') }, false],
  ])('%s', (_sentence, environments, span, reaches) => {
    expect(excludesFrom(exclusion, environments, span)).toBe(reaches);
  });
});
