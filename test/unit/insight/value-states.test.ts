import { describe, expect, it } from 'vitest';
import { completionOf, completionRateValue, outcomesValue, requestsValue } from '../../../domain/insight/completion.ts';
import { ingestGaps, type CoverageEntry } from '../../../domain/insight/coverage.ts';
import { coverageValue, freshnessLagValue } from '../../../domain/insight/freshness.ts';
import { providerSpendValue, type SpendSums } from '../../../domain/insight/spend.ts';
import { tokensValue } from '../../../domain/insight/tokens.ts';
import { partial, type MeasuredValue } from '../../../domain/insight/value.ts';

const GAP: CoverageEntry[] = ['ingest_gap:gateway_journal'];
const NONE: CoverageEntry[] = [];
const noRequests = {
  admitted: 0n,
  succeeded: 0n,
  refused: 0n,
  failed: 0n,
  cancelled: 0n,
  partial: 0n,
  unknown: 0n,
};
const noEffects: SpendSums = {
  nanos: 0n,
  priced: 0n,
  pending: 0n,
  unpriced: 0n,
  estimated: 0n,
  estimateUnknown: 0n,
  adjustments: 0n,
};

describe('a value', () => {
  it('is no floor without saying what is missing', () => {
    expect(() => partial(1n, 'count', [])).toThrow('coverage entry');
  });
});

describe('how requests ended', () => {
  it('counts a request without a terminal, and one of unknown end, as pending or unknown', () => {
    const sums = { admitted: 10n, succeeded: 3n, refused: 1n, failed: 1n, cancelled: 1n, partial: 1n, unknown: 1n };
    expect(completionOf(sums)).toEqual({
      observed: 10n,
      completed: 3n,
      refused: 1n,
      failed: 1n,
      partial: 1n,
      cancelled: 1n,
      pendingOrUnknown: 3n,
    });
  });

  it('counts by terminals where admissions are missing, so that the counts still add up', () => {
    expect(completionOf({ ...noRequests, admitted: 1n, succeeded: 2n, unknown: 1n })).toMatchObject({
      observed: 3n,
      completed: 2n,
      pendingOrUnknown: 1n,
    });
  });
});

const seven = completionOf({ ...noRequests, admitted: 7n, succeeded: 2n, failed: 1n });
const none = completionOf(noRequests);

describe('the state of a measure', () => {
  const cases: [string, MeasuredValue, MeasuredValue][] = [
    ['requests are a count', requestsValue(seven, NONE), { state: 'available', number: '7', unit: 'count' }],
    [
      'requests beside a gap are a floor',
      requestsValue(seven, GAP),
      { state: 'partial', number: '7', unit: 'count', coverage: GAP },
    ],
    [
      'no requests and no gap are a measured zero',
      requestsValue(none, NONE),
      { state: 'available', number: '0', unit: 'count' },
    ],
    [
      'no requests beside a gap are unknown',
      requestsValue(none, GAP),
      { state: 'unavailable', reason: 'coverage_unknown' },
    ],
    [
      'outcomes leave out pending requests',
      outcomesValue(seven, NONE),
      { state: 'available', number: '3', unit: 'count' },
    ],
    [
      'a completion rate divides by every admitted request',
      completionRateValue(seven, NONE),
      { state: 'available', number: '0.285714285714', unit: 'ratio' },
    ],
    [
      'a completion rate over nobody has no denominator',
      completionRateValue(none, NONE),
      { state: 'unavailable', reason: 'denominator_zero' },
    ],
    [
      'a completion rate beside a gap is no floor, so it has no number',
      completionRateValue(seven, GAP),
      { state: 'unavailable', reason: 'coverage_unknown' },
    ],
    [
      'spend is the sum of prices and signed corrections',
      providerSpendValue({ ...noEffects, nanos: -5n, priced: 1n, adjustments: 1n }, 1n, NONE),
      { state: 'available', number: '-5', unit: 'nano_usd' },
    ],
    [
      'spend beside an unpriced effect is a floor',
      providerSpendValue({ ...noEffects, nanos: 9n, priced: 1n, unpriced: 1n }, 2n, NONE),
      { state: 'partial', number: '9', unit: 'nano_usd', coverage: ['unpriced_population'] },
    ],
    [
      'spend beside a pending effect and a gap names both',
      providerSpendValue({ ...noEffects, nanos: 9n, priced: 1n, pending: 1n }, 2n, GAP),
      { state: 'partial', number: '9', unit: 'nano_usd', coverage: [...GAP, 'unpriced_population'] },
    ],
    [
      'spend with nothing but unpriced effects is unavailable',
      providerSpendValue({ ...noEffects, unpriced: 3n }, 3n, NONE),
      { state: 'unavailable', reason: 'unpriced_population' },
    ],
    [
      'a price of zero is a price',
      providerSpendValue({ ...noEffects, priced: 3n }, 3n, NONE),
      { state: 'available', number: '0', unit: 'nano_usd' },
    ],
    [
      'attempts without any cost effect are unknown money',
      providerSpendValue(noEffects, 2n, NONE),
      { state: 'unavailable', reason: 'unpriced_population' },
    ],
    [
      'no attempts and no effects cost nothing',
      providerSpendValue(noEffects, 0n, NONE),
      { state: 'available', number: '0', unit: 'nano_usd' },
    ],
    [
      'no effects beside a gap are unknown money',
      providerSpendValue(noEffects, 0n, GAP),
      { state: 'unavailable', reason: 'coverage_unknown' },
    ],
    [
      'tokens are a sum',
      tokensValue({ attempts: 2n, measured: 2n, totalTokens: 30n }, NONE),
      { state: 'available', number: '30', unit: 'tokens' },
    ],
    [
      'tokens beside an attempt of unknown usage are a floor',
      tokensValue({ attempts: 3n, measured: 2n, totalTokens: 30n }, NONE),
      { state: 'partial', number: '30', unit: 'tokens', coverage: ['usage_unknown'] },
    ],
    [
      'tokens of nothing but unknown usage are unknown',
      tokensValue({ attempts: 3n, measured: 0n, totalTokens: 0n }, NONE),
      { state: 'unavailable', reason: 'coverage_unknown' },
    ],
    [
      'freshness counts whole seconds',
      freshnessLagValue(new Date('2026-01-01T00:00:00.500Z'), new Date('2026-01-01T00:01:00.000Z')),
      { state: 'available', number: '59', unit: 'seconds' },
    ],
    [
      'freshness is unmeasured where nothing was indexed',
      freshnessLagValue(undefined, new Date('2026-01-01T00:01:00.000Z')),
      { state: 'unavailable', reason: 'coverage_unknown' },
    ],
    [
      'no disclosed gap is coverage 0',
      coverageValue(true, NONE),
      { state: 'available', number: '0', unit: 'coverage' },
    ],
    [
      'a disclosed gap makes coverage a floor',
      coverageValue(true, GAP),
      { state: 'partial', number: '1', unit: 'coverage', coverage: GAP },
    ],
    [
      'coverage is unknown where nothing was indexed',
      coverageValue(false, NONE),
      { state: 'unavailable', reason: 'coverage_unknown' },
    ],
  ];

  it.each(cases)('%s', (_sentence, value, expected) => {
    expect(value).toEqual(expected);
  });
});

describe('disclosed gaps', () => {
  it('are one entry per producer class, in a fixed order', () => {
    const gaps = ['control_plane_outbox', 'gateway_journal', 'gateway_journal'] as const;
    expect(ingestGaps(gaps.map((producerClass) => ({ producerClass })))).toEqual([
      'ingest_gap:gateway_journal',
      'ingest_gap:control_plane_outbox',
    ]);
  });
});
