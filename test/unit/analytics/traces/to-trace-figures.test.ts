import { describe, expect, it } from 'vitest';
import { toTraceFigures, type TraceTerms } from '../../../../analytics/traces/to-trace-figures.ts';

const TERMS: TraceTerms = { gaps: [], mayReadCost: true };

/**
 * Sums in the order of the figures: requests; succeeded, refused, failed, cancelled, partial and unknown endings;
 * streams; measured durations and their microseconds; attempts, attempts with usage and their tokens; nano-USD and the
 * counts of priced, pending, unpriced and adjusting effects.
 */
const SUMS = [5n, 2n, 0n, 1n, 0n, 0n, 1n, 3n, 2n, 1_234_500n, 4n, 4n, 900n, 77n, 4n, 0n, 0n, 0n];
const START = Date.UTC(2026, 0, 5);

function figuresOf(change: Readonly<Record<number, bigint>> = {}) {
  const sums = SUMS.map((sum, position) => change[position] ?? sum);
  return (terms: TraceTerms = TERMS) =>
    toTraceFigures({ admittedMs: START, firstMs: START, endMs: START + 1_500, sums }, terms);
}

describe('the figures of a step', () => {
  it('have times, requests by their ending, latency, calls, tokens and spend', () => {
    expect(figuresOf()()).toEqual({
      started_at: '2026-01-05T00:00:00.000Z',
      ended_at: '2026-01-05T00:00:01.500Z',
      duration_ms: '1500',
      requests: '5',
      outcomes: { succeeded: '2', failed: '1', unknown: '1', pending: '1' },
      streamed: '3',
      latency: { requests: '2', sum_ms: '1234.5' },
      attempts: '4',
      tokens: { state: 'available', number: '900', unit: 'tokens' },
      spend: { state: 'available', number: '77', unit: 'nano_usd', amount_usd: '0.000000077' },
    });
  });

  it('have no end and no latency if nothing ended or was measured', () => {
    const { ended_at, duration_ms, latency } = toTraceFigures(
      { admittedMs: undefined, firstMs: START, endMs: undefined, sums: [] },
      TERMS,
    );
    expect([ended_at, duration_ms, latency]).toEqual([undefined, undefined, { requests: '0' }]);
    expect(figuresOf({ 9: 1_000n })().latency).toEqual({ requests: '2', sum_ms: '1' });
    expect(figuresOf({ 9: 7n })().latency).toEqual({ requests: '2', sum_ms: '0.007' });
    expect(figuresOf({ 9: 0n })().latency).toEqual({ requests: '2', sum_ms: '0' });
  });

  it('have partial tokens if a call reports no usage, and partial spend if a call has no price', () => {
    const figures = figuresOf({ 10: 5n })();
    expect(figures.tokens).toMatchObject({ state: 'partial', number: '900', coverage: ['usage_unknown'] });
    expect(figures.spend).toMatchObject({ state: 'partial', number: '77', coverage: ['unpriced_population'] });
    for (const position of [15, 16])
      expect(figuresOf({ [position]: 1n })().spend).toMatchObject({ state: 'partial', number: '77' });
    expect(figuresOf({ 13: 0n, 14: 0n, 16: 4n })().spend).toEqual({
      state: 'unavailable',
      reason: 'unpriced_population',
    });
  });

  it('are partial with the coverage of a gap in the window', () => {
    const { tokens, spend } = figuresOf()({ gaps: ['ingest_gap:gateway_journal'], mayReadCost: true });
    expect(tokens).toMatchObject({ state: 'partial', coverage: ['ingest_gap:gateway_journal'] });
    expect(spend).toMatchObject({ state: 'partial', coverage: ['ingest_gap:gateway_journal'] });
  });

  it('have no spend without cost.read', () => {
    const { spend } = figuresOf()({ gaps: [], mayReadCost: false });
    expect(spend).toEqual({ state: 'unavailable', reason: 'scope_not_authorized' });
  });
});
