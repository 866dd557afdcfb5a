import { describe, expect, it } from 'vitest';
import { computeCompletion, shareValue } from '../../../../domain/insight/figures/completion.ts';
import {
  completionRateValue,
  failureRateValue,
  outcomesValue,
  requestsValue,
} from '../../../../domain/insight/metrics/requests.ts';
import type { CoverageEntry } from '../../../../domain/insight/coverage.ts';
import { feedbackValue, ratedRequestsValue } from '../../../../domain/insight/metrics/feedback.ts';
import { coverageValue, freshnessLagValue } from '../../../../domain/insight/metrics/indexing.ts';
import type { LatencyMeasure } from '../../../../domain/insight/group-sums.ts';
import { latencyValue } from '../../../../domain/insight/metrics/latencies.ts';
import { modelMixValue, routeMixValue } from '../../../../domain/insight/metrics/mixes.ts';
import { protectionValue } from '../../../../domain/insight/metrics/protection.ts';
import { releaseAnnotationsValue } from '../../../../domain/insight/metrics/release-annotations.ts';
import { teamRunsValue } from '../../../../domain/insight/metrics/team-runs.ts';
import { tokenKindValue, tokensValue } from '../../../../domain/insight/metrics/tokens.ts';
import { availableValue, partialValue, type MeasuredValue } from '../../../../domain/insight/measured-value.ts';
import { valueText, makeSums } from '../../../../testing/insight/measured.ts';

const GAP: CoverageEntry[] = ['ingest_gap:gateway_journal'];
const kinds = makeSums({
  attempts: 2n,
  cached_measured: 2n,
  cached_tokens: 7n,
  reasoning_measured: 1n,
  reasoning_tokens: 5n,
});
const LOST: CoverageEntry[] = ['ingest_gap:gateway_journal', 'retention_expired'];
const NONE: CoverageEntry[] = [];

describe('a value', () => {
  it('is a lower bound only with its missing parts', () => {
    expect(() => partialValue(1n, 'count', [])).toThrow('coverage entry');
  });

  it('of money also has the exact amount in USD', () => {
    expect(availableValue(91_820_000_001n, 'nano_usd')).toEqual({
      state: 'available',
      number: '91820000001',
      unit: 'nano_usd',
      amount_usd: '91.820000001',
    });
    expect(availableValue('13285.7142857', 'nano_usd')).toMatchObject({ amount_usd: '0.0000132857142857' });
    expect(partialValue(-1_500_000n, 'nano_usd', GAP)).toEqual({
      state: 'partial',
      number: '-1500000',
      unit: 'nano_usd',
      amount_usd: '-0.0015',
      coverage: GAP,
    });
    expect(availableValue(3n, 'count')).toEqual({ state: 'available', number: '3', unit: 'count' });
  });
});

describe('the endings of requests', () => {
  it('count a request without a terminal, and one of unknown end, as pending or unknown', () => {
    const counted = makeSums({
      admitted: 10n,
      ended: 8n,
      succeeded: 3n,
      refused: 1n,
      failed: 1n,
      cancelled: 1n,
      partial: 1n,
    });
    expect(computeCompletion(counted)).toEqual({
      observed: 10n,
      completed: 3n,
      refused: 1n,
      failed: 1n,
      partial: 1n,
      cancelled: 1n,
      pendingOrUnknown: 3n,
    });
  });

  it('count by terminals if admissions are missing, so that the counts have the correct total', () => {
    expect(computeCompletion(makeSums({ admitted: 1n, ended: 3n, succeeded: 2n }))).toMatchObject({
      observed: 3n,
      completed: 2n,
      pendingOrUnknown: 1n,
    });
  });
});

const seven = makeSums({ admitted: 7n, ended: 3n, succeeded: 2n, failed: 1n });
const none = makeSums();

function latency(samples: bigint): LatencyMeasure {
  const quantiles = { p50: '1', p75: '2', p90: '3', p95: '4.5', p99: '6' };
  return {
    metric: 'response_latency.v1',
    method: 'exact',
    populations: [{ outcome: 'overall', samples, ...(samples > 0n && { quantiles }) }],
  };
}

/** The samples of one outcome, which precede these and differ from all samples. */
const split: LatencyMeasure = {
  ...latency(3n),
  populations: [{ outcome: 'failed', samples: 0n }, ...latency(3n).populations],
};

const FLOOR = 'ingest_gap:gateway_journal';
const cases: [string, () => MeasuredValue, string][] = [
  ['requests are a count', () => requestsValue(computeCompletion(seven), NONE), '7 count'],
  [
    'requests with a gap are a floor',
    () => requestsValue(computeCompletion(seven), GAP),
    `at least 7 count (${FLOOR})`,
  ],
  ['no requests and no gap are a measured zero', () => requestsValue(computeCompletion(none), NONE), '0 count'],
  ['no requests with a gap are unknown', () => requestsValue(computeCompletion(none), GAP), 'coverage_unknown'],

  ['outcomes are the requests with a known ending', () => outcomesValue(computeCompletion(seven), NONE), '3 count'],
  [
    'outcomes with a gap are a floor',
    () => outcomesValue(computeCompletion(seven), LOST),
    `at least 3 count (${LOST.join(', ')})`,
  ],
  [
    'outcomes of only pending requests are a floor of zero',
    () => outcomesValue(computeCompletion(makeSums({ admitted: 1n })), GAP),
    `at least 0 count (${FLOOR})`,
  ],
  [
    'outcomes without requests are unknown with a gap',
    () => outcomesValue(computeCompletion(none), GAP),
    'coverage_unknown',
  ],

  [
    'a completion rate has twelve digits',
    () => completionRateValue(computeCompletion(seven), NONE),
    '0.285714285714 ratio',
  ],
  [
    'a completion rate with a gap is unknown',
    () => completionRateValue(computeCompletion(seven), GAP),
    'coverage_unknown',
  ],
  [
    'a completion rate without requests has no denominator',
    () => completionRateValue(computeCompletion(none), NONE),
    'denominator_zero',
  ],
  [
    'a gap takes precedence over an empty denominator',
    () => completionRateValue(computeCompletion(none), GAP),
    'coverage_unknown',
  ],

  [
    'a failure rate is the share of failed requests',
    () => failureRateValue(computeCompletion(seven), NONE),
    '0.142857142857 ratio',
  ],
  [
    'refused, cancelled and partial requests are not failures',
    () => failureRateValue(computeCompletion(makeSums({ ended: 3n, refused: 1n, cancelled: 1n, partial: 1n })), NONE),
    '0 ratio',
  ],
  ['a failure rate with a gap is unknown', () => failureRateValue(computeCompletion(seven), GAP), 'coverage_unknown'],
  [
    'a failure rate without requests has no denominator',
    () => failureRateValue(computeCompletion(none), NONE),
    'denominator_zero',
  ],

  ['a share is a ratio', () => shareValue(1n, 8n, NONE), '0.125 ratio'],
  [
    'in its own facet, a mix is the share of the group in all requests',
    () => modelMixValue({ sums: makeSums({ ended: 1n }), whole: seven, facet: { member: 'final_model' } }, NONE),
    '0.142857142857 ratio',
  ],
  [
    'in other groups, a model mix is the share that any model served',
    () => modelMixValue({ sums: makeSums({ admitted: 4n, served: 3n, routed: 1n }), whole: seven }, NONE),
    '0.75 ratio',
  ],
  [
    'in another facet, a route mix is the share of the group that any route served',
    () =>
      routeMixValue(
        { sums: makeSums({ admitted: 4n, served: 3n, routed: 1n }), whole: seven, facet: { member: 'final_model' } },
        NONE,
      ),
    '0.25 ratio',
  ],
  [
    'a route with only attempts has a share of zero',
    () => routeMixValue({ sums: makeSums({ attempts: 2n }), whole: seven, facet: { member: 'route' } }, NONE),
    '0 ratio',
  ],
  [
    'a mix without requests has no denominator',
    () => routeMixValue({ sums: none, whole: none }, NONE),
    'denominator_zero',
  ],
  ['a mix with a gap is unknown', () => routeMixValue({ sums: seven, whole: seven }, GAP), 'coverage_unknown'],

  ['tokens are a sum', () => tokensValue({ attempts: 2n, measured: 2n, total_tokens: 30n }, NONE), '30 tokens'],
  ['no attempts have zero tokens', () => tokensValue(none, NONE), '0 tokens'],
  [
    'attempts without usage make tokens a floor',
    () => tokensValue({ attempts: 3n, measured: 2n, total_tokens: 30n }, GAP),
    `at least 30 tokens (${FLOOR}, usage_unknown)`,
  ],
  [
    'tokens without any usage have no number',
    () => tokensValue({ attempts: 1n, measured: 0n, total_tokens: 0n }, NONE),
    'coverage_unknown',
  ],
  ['tokens without attempts are unknown with a gap', () => tokensValue(none, GAP), 'coverage_unknown'],

  ['tokens of a kind are a sum', () => tokenKindValue('cached', kinds, NONE), '7 tokens'],
  [
    'usage without a kind makes the tokens of this kind a floor',
    () => tokenKindValue('reasoning', kinds, GAP),
    `at least 5 tokens (${FLOOR}, usage_unknown)`,
  ],
  [
    'tokens of a kind without any usage have no number',
    () => tokenKindValue('output', kinds, NONE),
    'coverage_unknown',
  ],
  ['no attempts have zero tokens of each kind', () => tokenKindValue('input', makeSums({}), NONE), '0 tokens'],

  ['a latency is its p95', () => latencyValue(latency(3n), NONE), '4.5 milliseconds'],
  ['a latency with a gap is unknown', () => latencyValue(latency(3n), GAP), 'coverage_unknown'],
  ['a latency without a sample was not observed', () => latencyValue(latency(0n), NONE), 'not_observed'],
  ['a latency covers all samples, in any order', () => latencyValue(split, NONE), '4.5 milliseconds'],
  [
    'a latency without a population was not observed',
    () => latencyValue({ ...latency(0n), populations: [] }, NONE),
    'not_observed',
  ],
  ['a gap takes precedence over a missing sample', () => latencyValue(latency(0n), GAP), 'coverage_unknown'],

  ['markers are a count', () => releaseAnnotationsValue(2n, true, NONE), '2 marker'],
  ['no marker is a measured zero', () => releaseAnnotationsValue(0n, true, NONE), '0 marker'],
  ['markers with a gap are a floor', () => releaseAnnotationsValue(2n, true, GAP), `at least 2 marker (${FLOOR})`],
  ['no marker with a gap is unknown', () => releaseAnnotationsValue(0n, true, GAP), 'coverage_unknown'],
  [
    'markers of a producer that never wrote are unknown',
    () => releaseAnnotationsValue(2n, false, NONE),
    'coverage_unknown',
  ],

  ['verdicts are a count', () => feedbackValue({ verdicts: 3n, ratedRequests: 2n }, NONE), '3 count'],
  [
    'rated requests count each request once',
    () => ratedRequestsValue({ verdicts: 3n, ratedRequests: 2n }, NONE),
    '2 count',
  ],
  [
    'verdicts with a gap are a floor',
    () => feedbackValue({ verdicts: 3n, ratedRequests: 2n }, GAP),
    `at least 3 count (${FLOOR})`,
  ],
  [
    'rated requests with a gap are a floor',
    () => ratedRequestsValue({ verdicts: 3n, ratedRequests: 2n }, GAP),
    `at least 2 count (${FLOOR})`,
  ],
  [
    'no verdict with a gap is unknown',
    () => feedbackValue({ verdicts: 0n, ratedRequests: 0n }, GAP),
    'coverage_unknown',
  ],
  [
    'no verdict is not observed, and not zero',
    () => feedbackValue({ verdicts: 0n, ratedRequests: 0n }, NONE),
    'not_observed',
  ],

  ['runs of teams are a count', () => teamRunsValue({ runs: 4n, untraced: 0n }, NONE), '4 count'],
  ['no run of any team is a measured zero', () => teamRunsValue({ runs: 0n, untraced: 0n }, NONE), '0 count'],
  [
    'requests of a team without a trace make runs a floor',
    () => teamRunsValue({ runs: 4n, untraced: 1n }, GAP),
    `at least 4 count (${FLOOR}, trace_unknown)`,
  ],
  [
    'runs without a known trace have no number',
    () => teamRunsValue({ runs: 0n, untraced: 1n }, NONE),
    'coverage_unknown',
  ],

  [
    'evaluations are a count',
    () => protectionValue({ observed: 2n, unknown: 0n, recorded: 5n, evaluated: 5n }, NONE),
    '5 count',
  ],
  [
    'an observed request without any selected component is a measured zero',
    () => protectionValue({ observed: 2n, unknown: 0n, recorded: 0n, evaluated: 0n }, NONE),
    '0 count',
  ],
  [
    'requests without an observation make evaluations a floor, also of zero',
    () => protectionValue({ observed: 2n, unknown: 1n, recorded: 0n, evaluated: 0n }, GAP),
    `at least 0 count (${FLOOR}, protection_observations_missing)`,
  ],
  [
    'evaluations with a gap are a floor',
    () => protectionValue({ observed: 2n, unknown: 0n, recorded: 5n, evaluated: 5n }, GAP),
    `at least 5 count (${FLOOR})`,
  ],
  [
    'requests without any observation were not observed',
    () => protectionValue({ observed: 0n, unknown: 9n, recorded: 0n, evaluated: 0n }, GAP),
    'not_observed',
  ],
  [
    'evaluations on requests without an observation are a floor',
    () => protectionValue({ observed: 0n, unknown: 9n, recorded: 2n, evaluated: 1n }, NONE),
    'at least 1 count (protection_observations_missing)',
  ],
  [
    'evaluations without any request are a floor',
    () => protectionValue({ observed: 0n, unknown: 0n, recorded: 1n, evaluated: 0n }, NONE),
    'at least 0 count (protection_observations_missing)',
  ],

  [
    'freshness counts whole seconds',
    () => freshnessLagValue(new Date('2026-01-01T00:00:00.500Z'), new Date('2026-01-01T00:01:00.000Z')),
    '59 seconds',
  ],
  [
    'freshness is never negative',
    () => freshnessLagValue(new Date('2026-01-01T00:01:00.000Z'), new Date('2026-01-01T00:00:00.000Z')),
    '0 seconds',
  ],
  [
    'freshness is unknown if nothing was indexed',
    () => freshnessLagValue(undefined, new Date('2026-01-01T00:01:00.000Z')),
    'coverage_unknown',
  ],
  ['no disclosed gap is coverage 0', () => coverageValue(true, NONE), '0 coverage'],
  [
    'disclosed entries make coverage a floor',
    () => coverageValue(true, LOST),
    `at least 2 coverage (${LOST.join(', ')})`,
  ],
  ['coverage is unknown if nothing was indexed', () => coverageValue(false, LOST), 'coverage_unknown'],
];

describe('the state of a measure', () => {
  it.each(cases)('%s', (_sentence, value, expected) => {
    expect(valueText(value())).toBe(expected);
  });
});

it('a latency of samples without quantiles is a defect', () => {
  const populations = [{ outcome: 'overall', samples: 1n }] as const;
  expect(() => latencyValue({ ...latency(1n), populations }, NONE)).toThrow(
    'The samples of response_latency.v1 have no quantiles.',
  );
});
