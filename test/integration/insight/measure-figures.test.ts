import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { FactsQuestion } from '../../../analytics/insight/question/facts-question.ts';
import { LATENCY_METRICS } from '../../../domain/insight/group-sums.ts';
import { FACETS } from '../../../domain/insight/dimensions.ts';
import {
  createHandMadeFacts,
  findGroup,
  JANUARY,
  MARCH,
  nonZeroSums,
  LAYER_COMBINATIONS,
  type HandMadeFacts,
} from '../../../testing/insight/hand-made-facts.ts';

let facts: HandMadeFacts;

beforeAll(async () => {
  facts = await createHandMadeFacts(inject('clickhouseUrl'));
});

afterAll(() => facts.drop());

describe('facets of hand-made facts', () => {
  it('group requests by their ending, and calls and costs by their path', async () => {
    const { measured } = await facts.measure({ ...MARCH, facets: FACETS });
    expect(nonZeroSums(findGroup(measured, 'final_model', 'm1')?.sums)).toMatchObject({
      ended: '2',
      attempts: '1',
      nanos: '70',
    });
    expect(nonZeroSums(findGroup(measured, 'final_model', 'm2')?.sums)).toMatchObject({ attempts: '1', nanos: '5' });
    const unserved = measured.groups.filter(({ key }) => key.facet?.unserved === true).map(({ key }) => key.facet);
    expect(unserved).toEqual(
      expect.arrayContaining([
        { member: 'final_model', value: '', unserved: true },
        { member: 'route', value: '', unserved: true },
      ]),
    );
    expect(nonZeroSums(findGroup(measured, 'outcome', 'refused')?.sums)).toMatchObject({ ended: '1' });
    expect(nonZeroSums(findGroup(measured, 'purpose', 'application')?.sums)).toEqual(
      nonZeroSums(findGroup(measured)?.sums),
    );
    expect(nonZeroSums(findGroup(measured, 'release', 'r1')?.sums)).toMatchObject({ admitted: '2' });
    expect(nonZeroSums(findGroup(measured, 'connection', 'c1')?.sums)).toMatchObject({ ended: '2' });
    expect(nonZeroSums(findGroup(measured, 'input_size_bucket', 's')?.sums)).toMatchObject({
      admitted: '1',
      ended: '1',
    });
  });
});

describe('latencies of hand-made facts', () => {
  const question: FactsQuestion = { ...MARCH, latency: LATENCY_METRICS };

  it('are interpolated over the samples of each outcome', async () => {
    const latency = findGroup((await facts.measure(question)).measured)?.latency;
    expect(latency).toEqual([
      {
        metric: 'response_latency.v1',
        method: 'exact',
        populations: [
          {
            outcome: 'overall',
            samples: 3n,
            quantiles: { p50: '100', p75: '150.5', p90: '180.8', p95: '190.9', p99: '198.98' },
          },
          {
            outcome: 'succeeded',
            samples: 2n,
            quantiles: { p50: '150.5', p75: '175.75', p90: '190.9', p95: '195.95', p99: '199.99' },
          },
          { outcome: 'refused', samples: 1n, quantiles: { p50: '0', p75: '0', p90: '0', p95: '0', p99: '0' } },
        ],
      },
      {
        metric: 'first_output_latency.v1',
        method: 'exact',
        populations: [
          {
            outcome: 'overall',
            samples: 1n,
            quantiles: { p50: '20.25', p75: '20.25', p90: '20.25', p95: '20.25', p99: '20.25' },
          },
          {
            outcome: 'succeeded',
            samples: 1n,
            quantiles: { p50: '20.25', p75: '20.25', p90: '20.25', p95: '20.25', p99: '20.25' },
          },
        ],
      },
    ]);
  });

  it('are counted in buckets above a number of samples, equally from every layer', async () => {
    for (const layers of LAYER_COMBINATIONS) {
      const latency = findGroup((await facts.measure(question, { layers, maxExactSamples: 2 })).measured)?.latency;
      expect(latency?.map(({ method }) => method)).toEqual(['log_buckets', 'exact']);
      // 100 and 201 ms are in buckets 267 and 283, with the middles 2^6.65625 = 100.863 and twice that.
      expect(latency?.[0]?.populations).toEqual([
        {
          outcome: 'overall',
          samples: 3n,
          quantiles: { p50: '100.863', p75: '151.294', p90: '181.553', p95: '191.639', p99: '199.708' },
        },
        {
          outcome: 'succeeded',
          samples: 2n,
          quantiles: { p50: '151.294', p75: '176.51', p90: '191.639', p95: '196.682', p99: '200.717' },
        },
        { outcome: 'refused', samples: 1n, quantiles: { p50: '0', p75: '0', p90: '0', p95: '0', p99: '0' } },
      ]);
    }
  });

  it('are split by facet, and have no samples if no request was timed', async () => {
    const { measured } = await facts.measure({ ...question, facets: ['final_model'] }, { maxExactSamples: 2 });
    expect(
      findGroup(measured, 'final_model', 'm1')?.latency?.map(({ populations }) => populations[0]?.samples),
    ).toEqual([2n, 1n]);
    const untimed = await facts.measure({ ...JANUARY, fence: 200n, latency: LATENCY_METRICS });
    expect(findGroup(untimed.measured)?.latency?.map(({ populations }) => populations)).toEqual([
      [{ outcome: 'overall', samples: 0n }],
      [{ outcome: 'overall', samples: 0n }],
    ]);
  });
});

describe('figures that are not sums', () => {
  it('count the newest revision of a verdict below the fence, before any selection', async () => {
    const asked: FactsQuestion = { ...MARCH, feedback: true, facets: ['route'] };
    const { measured } = await facts.measure(asked);
    expect(findGroup(measured)?.feedback).toEqual({ verdicts: 2n, ratedRequests: 1n });
    expect(findGroup(measured, 'route', 'rt1')?.feedback).toEqual({ verdicts: 2n, ratedRequests: 1n });
    const later = await facts.measure({ ...asked, fence: 200n });
    expect(findGroup(later.measured)?.feedback).toEqual({ verdicts: 1n, ratedRequests: 1n });
  });

  it('exclude a newer revision before the horizon', async () => {
    const april: FactsQuestion = {
      ...JANUARY,
      from: new Date('2026-04-01T00:00:00Z'),
      to: new Date('2026-05-01T00:00:00Z'),
      feedback: true,
    };
    expect((await facts.measure(april)).measured.groups).toEqual([]);
    const { measured } = await facts.measure({ ...april, keepsFrom: new Date('2026-03-15T00:00:00Z') });
    expect(findGroup(measured)?.feedback).toEqual({ verdicts: 1n, ratedRequests: 1n });
  });

  it('separate excluded verdicts', async () => {
    const exclusions = [
      { environmentIds: ['env_a'], from: new Date('2026-03-03T00:00:00Z'), to: new Date('2026-03-04T00:00:00Z') },
    ];
    const group = findGroup((await facts.measure({ ...MARCH, feedback: true, exclusions })).measured);
    expect(group?.feedback).toEqual({ verdicts: 1n, ratedRequests: 1n });
    expect(group?.excludedFeedback).toEqual({ verdicts: 1n, ratedRequests: 1n });
  });

  it('count the traces of teams once each', async () => {
    const { measured } = await facts.measure({ ...MARCH, teamRuns: true, facets: ['release', 'outcome'] });
    expect(findGroup(measured)?.teamRuns).toEqual({ runs: 1n, untraced: 1n });
    expect(findGroup(measured, 'release', 'r1')?.teamRuns).toEqual({ runs: 1n, untraced: 0n });
    expect(findGroup(measured, 'outcome', 'succeeded')?.teamRuns).toBeUndefined();
  });

  it('count the newest evaluation of a request, component and phase', async () => {
    const { measured } = await facts.measure({ ...MARCH, protection: true });
    expect(findGroup(measured)?.protection).toEqual({
      eligible: 3n,
      evaluated: 2n,
      blocked: 2n,
      modified: 0n,
      errors: 1n,
      notExecuted: 0n,
      blockedRequests: 1n,
    });
  });

  it('count markers by day and release, regardless of exclusions', async () => {
    const exclusions = [{ environmentIds: ['env_a'], from: MARCH.from, to: MARCH.to }];
    const { measured } = await facts.measure({
      ...MARCH,
      markers: true,
      grain: 'day',
      facets: ['release'],
      exclusions,
    });
    expect(measured.markers).toEqual([{ bucketMs: Date.UTC(2026, 2, 5), releaseId: 'r2', markers: 2n }]);
    const whole = await facts.measure({ ...MARCH, markers: true });
    expect(whole.measured.markers).toEqual([{ markers: 2n }]);
    expect((await facts.measure({ ...JANUARY, markers: true })).measured.markers).toEqual([]);
  });
});
