import { describe, expect, it } from 'vitest';
import { groupCells, spanTerms } from '../../../../analytics/insight/groups/cells.ts';
import type { GroupChoice } from '../../../../domain/insight/group-choice.ts';
import { completeFacets } from '../../../../analytics/insight/facets/complete-facets.ts';
import { selectEvidence, countEvidence } from '../../../../analytics/insight/groups/count-evidence.ts';
import { figuresByLine } from '../../../../analytics/insight/groups/figures-by-line.ts';
import type { GroupFigures } from '../../../../domain/insight/metrics/group-figures.ts';
import type { MeasuredGroup } from '../../../../analytics/insight/question/measured-facts.ts';
import { mintReadContext } from '../../../../analytics/insight/pin/read-context.ts';
import { wholeSpan, type CoveredSpan } from '../../../../analytics/insight/groups/covered-span.ts';
import { MEASUREMENT_CATALOGUE } from '../../../../contracts/insight/measurement-catalogue.ts';
import type { FacetKey } from '../../../../domain/insight/group-sums.ts';
import { FACETS, type Facet } from '../../../../domain/insight/dimensions.ts';
import { cellTexts, makeMeasuredGroup } from '../../../../testing/insight/measured.ts';
import { ingestSnapshot, readScope } from '../../../../testing/insight/question.ts';

const ALL = Object.keys(MEASUREMENT_CATALOGUE);
const WINDOW = { from: new Date('2026-01-01T00:00:00.000Z'), to: new Date('2026-02-01T00:00:00.000Z') };
const NOON = new Date('2026-02-01T12:00:00.000Z');
const subject = { scope: readScope(), releaseIds: [], ...WINDOW, displayTz: 'UTC', purposes: ['application'] } as const;
const bothIndexed = ingestSnapshot({
  watermarks: (['gateway_journal', 'control_plane_outbox'] as const).map((producer_class) => ({
    producer_class,
    produced_through: 100n,
    indexed_through: 100n,
    last_indexed_at: new Date('2026-02-01T11:59:00.000Z'),
  })),
});
const pin = mintReadContext('k', subject, bothIndexed, NOON);
const whole = wholeSpan(WINDOW, bothIndexed);
const terms = spanTerms(whole, { pin, mayReadCost: true });
const gapped = (producerClass: 'gateway_journal' | 'control_plane_outbox'): CoveredSpan =>
  wholeSpan(WINDOW, { gaps: [{ producerClass, ...WINDOW }] });

const quantiles = { p50: '10', p75: '20', p90: '30', p95: '40', p99: '50' };
const figures = {
  admitted: 10n,
  ended: 9n,
  succeeded: 8n,
  failed: 1n,
  served: 8n,
  routed: 4n,
  protection_observed: 9n,
  response_samples: 8n,
  first_output_samples: 2n,
  attempts: 12n,
  measured: 12n,
  total_tokens: 600n,
  input_measured: 12n,
  input_tokens: 400n,
  output_measured: 12n,
  output_tokens: 200n,
  cached_measured: 11n,
  cached_tokens: 300n,
  reasoning_measured: 0n,
  effects: 13n,
  nanos: 2_000n,
  settled_nanos: 2_100n,
  priced: 12n,
  adjustments: 1n,
};
const more: Partial<MeasuredGroup> = {
  feedback: { verdicts: 3n, ratedRequests: 2n },
  teamRuns: { runs: 4n, untraced: 0n },
  protection: {
    ...{ eligible: 9n, evaluated: 8n, errors: 0n, notExecuted: 1n },
    ...{ blocked: 1n, modified: 2n, blockedRequests: 1n },
  },
  latency: [
    { metric: 'response_latency.v1', method: 'exact', populations: [{ outcome: 'overall', samples: 8n, quantiles }] },
    {
      metric: 'first_output_latency.v1',
      method: 'exact',
      populations: [{ outcome: 'overall', samples: 2n, quantiles }],
    },
  ],
};

function group(group: MeasuredGroup, facet?: FacetKey, chosen: readonly GroupChoice[] = []): GroupFigures {
  const groups = completeFacets([group], []);
  const markers = [
    { releaseId: 'r1', markers: 2n },
    { releaseId: 'r2', markers: 1n },
  ];
  return figuresByLine({ groups, markers }, chosen)({ purpose: 'application', ...(facet && { facet }) })();
}

function words(of: GroupFigures, span = whole, mayReadCost = true): Record<string, string> {
  return cellTexts({ cells: groupCells([...ALL, 'requests.v2'], of, spanTerms(span, { pin, mayReadCost })) });
}

const AVAILABLE = {
  'requests.v1': '10 count',
  'outcomes.v1': '9 count',
  'completion_rate.v1': '0.8 ratio',
  'provider_spend.v1': '2000 nano_usd',
  'cost_per_1000_requests.v1': '200000 nano_usd',
  'cost_per_completed.v1': '250 nano_usd',
  'tokens.v1': '600 tokens',
  'response_latency.v1': '40 milliseconds',
  'first_output_latency.v1': '40 milliseconds',
  'route_mix.v1': '0.4 ratio',
  'model_mix.v1': '0.8 ratio',
  'release_annotations.v1': '3 marker',
  'app_feedback.v1': '3 count',
  'app_feedback_rated_requests.v1': '2 count',
  'activity_spend.v1': '2100 nano_usd',
  'team_runs.v1': '4 count',
  'freshness_lag.v1': '60 seconds',
  'coverage.v1': '0 coverage',
  'protection.v1': 'at least 8 count (protection_observations_missing)',
  'test_quality.v1': 'no_producer',
  'paired_reduction.v1': 'no_producer',
  'cohort_projection.v1': 'no_producer',
  'budget_standing.v1': 'no_producer',
  'attention_rules.v1': 'no_producer',
  'saved_view.v1': 'no_producer',
  'input_tokens.v1': '400 tokens',
  'output_tokens.v1': '200 tokens',
  'cached_tokens.v1': 'at least 300 tokens (usage_unknown)',
  'reasoning_tokens.v1': 'coverage_unknown',
  'failure_rate.v1': '0.1 ratio',
  'requests.v2': 'metric_version_absent',
};
const application = { purpose: 'application' } as const;
const TOKENS = ['tokens.v1', 'input_tokens.v1', 'output_tokens.v1', 'cached_tokens.v1', 'reasoning_tokens.v1'];

describe('the cells of a group', () => {
  it('have one for every metric of the catalogue, and for an unknown version of one', () => {
    expect(words(group(makeMeasuredGroup(application, figures, more)))).toEqual(AVAILABLE);
  });

  it('show the recorded protection although no ending states an observation', () => {
    const forgotten = makeMeasuredGroup(application, { ...figures, protection_observed: 0n }, more);
    expect(words(group(forgotten))['protection.v1']).toBe('at least 8 count (protection_observations_missing)');
    const unrecorded = makeMeasuredGroup(application, { ...figures, protection_observed: 0n });
    expect(words(group(unrecorded))['protection.v1']).toBe('not_observed');
  });

  it('withhold only money without cost.read, before every other reason except a missing producer', () => {
    const withheld = 'scope_not_authorized';
    expect(words(group(makeMeasuredGroup(application)), gapped('gateway_journal'), false)).toMatchObject({
      'provider_spend.v1': withheld,
      'activity_spend.v1': withheld,
      'cost_per_1000_requests.v1': withheld,
      'cost_per_completed.v1': withheld,
      'paired_reduction.v1': 'no_producer',
      'cohort_projection.v1': 'no_producer',
      'budget_standing.v1': 'no_producer',
    });
    const { 'tokens.v1': tokens } = words(group(makeMeasuredGroup(application, figures, more)), whole, false);
    expect(tokens).toBe('600 tokens');
  });

  it('are affected only by gaps of their population’s producer', () => {
    const journal = words(group(makeMeasuredGroup(application, figures, more)), gapped('gateway_journal'));
    expect(journal).toMatchObject({
      'requests.v1': 'at least 10 count (ingest_gap:gateway_journal)',
      'completion_rate.v1': 'coverage_unknown',
      'failure_rate.v1': 'coverage_unknown',
      'response_latency.v1': 'coverage_unknown',
      'app_feedback.v1': '3 count',
      'release_annotations.v1': '3 marker',
      'freshness_lag.v1': '60 seconds',
      'coverage.v1': 'at least 1 coverage (ingest_gap:gateway_journal)',
    });
    const outbox = words(group(makeMeasuredGroup(application, figures, more)), gapped('control_plane_outbox'));
    expect(outbox).toEqual({
      ...AVAILABLE,
      'app_feedback.v1': 'at least 3 count (ingest_gap:control_plane_outbox)',
      'app_feedback_rated_requests.v1': 'at least 2 count (ingest_gap:control_plane_outbox)',
      'release_annotations.v1': 'at least 3 marker (ingest_gap:control_plane_outbox)',
      'coverage.v1': 'at least 1 coverage (ingest_gap:control_plane_outbox)',
    });
  });

  it('are excluded if facts of their population are excluded and none remains', () => {
    const left = makeMeasuredGroup(
      application,
      {},
      { excluded: figures, excludedFeedback: { verdicts: 1n, ratedRequests: 1n } },
    );
    const cells = words(group(left), gapped('gateway_journal'));
    expect(Object.keys(cells).filter((metric) => cells[metric] === 'excluded')).toEqual([
      'requests.v1',
      'outcomes.v1',
      'completion_rate.v1',
      'provider_spend.v1',
      'cost_per_1000_requests.v1',
      'cost_per_completed.v1',
      'tokens.v1',
      'response_latency.v1',
      'first_output_latency.v1',
      'route_mix.v1',
      'model_mix.v1',
      'app_feedback.v1',
      'app_feedback_rated_requests.v1',
      'activity_spend.v1',
      'team_runs.v1',
      'protection.v1',
      ...[...TOKENS.slice(1), 'failure_rate.v1'],
    ]);
  });

  it('show the rest if only a part is excluded', () => {
    const part = makeMeasuredGroup(application, figures, {
      ...more,
      excluded: figures,
      excludedFeedback: { verdicts: 1n, ratedRequests: 1n },
    });
    expect(words(group(part))).toEqual(AVAILABLE);
  });
});

describe('a count of zero', () => {
  const COUNTS = ['requests.v1', 'outcomes.v1', 'provider_spend.v1', 'tokens.v1', 'activity_spend.v1', 'team_runs.v1'];
  const countsOf = (of: GroupFigures, span: CoveredSpan, by = pin): string[] => {
    const cells = cellTexts({ cells: groupCells(COUNTS, of, spanTerms(span, { pin: by, mayReadCost: true })) });
    return [...new Set(Object.values(cells).map((cell) => cell.replace(/ .*/, '')))];
  };
  const nothing = group(makeMeasuredGroup(application));
  const spanFrom = (from: Date): CoveredSpan =>
    wholeSpan({ from, to: new Date('2026-02-03T00:00:00.000Z') }, bothIndexed);

  it('is observed for a past span, and not for a future one', () => {
    expect(countsOf(nothing, spanFrom(new Date(NOON.getTime() - 1)))).toEqual(['0']);
    expect(countsOf(nothing, spanFrom(NOON))).toEqual(['not_observed']);
    expect(words(group(makeMeasuredGroup(application, figures, more)), spanFrom(NOON))).toMatchObject({
      'requests.v1': '10 count',
      'tokens.v1': '600 tokens',
    });
    const unmarked = figuresByLine({ groups: [], markers: [] }, [])(application)();
    expect(words(unmarked, spanFrom(NOON))['release_annotations.v1']).toBe('not_observed');
  });

  it('is unknown if no traffic was ever indexed', () => {
    const never = mintReadContext('k', subject, ingestSnapshot({ watermarks: [] }), NOON);
    expect(countsOf(nothing, whole, never)).toEqual(['coverage_unknown']);
    expect(countsOf(group(makeMeasuredGroup(application, figures, more)), whole, never)).toEqual([
      '10',
      '9',
      '2000',
      '600',
      '2100',
      '4',
    ]);
    const outboxAlone = mintReadContext(
      'k',
      subject,
      ingestSnapshot({
        watermarks: bothIndexed.watermarks.filter((mark) => mark.producer_class !== 'gateway_journal'),
      }),
      NOON,
    );
    const wholeTerms = spanTerms(whole, { pin: outboxAlone, mayReadCost: true });
    expect(cellTexts({ cells: groupCells(ALL, nothing, wholeTerms) })).toMatchObject({
      'requests.v1': 'coverage_unknown',
      'release_annotations.v1': '3 marker',
    });
  });
});

describe('a facet', () => {
  const SPEND = ['provider_spend.v1', 'activity_spend.v1'];
  const UNIT_COSTS = ['cost_per_1000_requests.v1', 'cost_per_completed.v1'];
  const FEEDBACK = ['app_feedback.v1', 'app_feedback_rated_requests.v1'];
  const OF_REQUESTS = ['team_runs.v1', 'protection.v1'];
  const MARKERS = ['release_annotations.v1'];
  const unsplit: Record<Facet, string[]> = {
    final_model: [...UNIT_COSTS, ...FEEDBACK, ...OF_REQUESTS, ...MARKERS],
    route: [...UNIT_COSTS, ...OF_REQUESTS, ...MARKERS],
    outcome: [...TOKENS, ...SPEND, ...UNIT_COSTS, ...FEEDBACK, ...OF_REQUESTS, ...MARKERS],
    connection: [...UNIT_COSTS, ...FEEDBACK, ...OF_REQUESTS, ...MARKERS],
    release: [],
    purpose: [],
    input_size_bucket: MARKERS,
  };

  it.each(FACETS)('%s has no figures of the populations that it cannot split', (member) => {
    const facet = { member, value: 'r1', unserved: false };
    const cells = words(group(makeMeasuredGroup({ ...application, facet }, figures, more), facet));
    const unobserved = Object.keys(cells).filter((metric) => cells[metric] === 'not_observed');
    expect(unobserved.sort()).toEqual(unsplit[member].sort());
  });

  it('release shows the markers of its release, and purpose those of the scope', () => {
    const release = { member: 'release', value: 'r1', unserved: false } as const;
    const purpose = { member: 'purpose', value: 'application', unserved: false } as const;
    const markersOf = (facet: FacetKey) =>
      words(group(makeMeasuredGroup({ ...application, facet }), facet))['release_annotations.v1'];
    expect([markersOf(release), markersOf(purpose)]).toEqual(['2 marker', '3 marker']);
  });
});

describe('a group filter', () => {
  const narrowed = (member: GroupChoice['member'], facet?: FacetKey): GroupFigures =>
    group(makeMeasuredGroup({ ...application, ...(facet && { facet }) }, figures, more), facet, [
      { member, values: ['v'], unserved: false, pending: false },
    ]);
  const unobservedOf = (of: GroupFigures): string[] => {
    const cells = words(of);
    return Object.keys(cells).filter((metric) => cells[metric] === 'not_observed');
  };

  it('gives no figures of the populations that it cannot split, like its facet', () => {
    expect(unobservedOf(narrowed('team'))).toEqual(['release_annotations.v1']);
    const outcome = { member: 'outcome', value: 'failed', unserved: false } as const;
    const ofOutcome = group(makeMeasuredGroup({ ...application, facet: outcome }, figures, more), outcome);
    expect(unobservedOf(narrowed('outcome'))).toEqual(unobservedOf(ofOutcome));
    const release = { member: 'release', value: 'r1', unserved: false } as const;
    expect(unobservedOf(narrowed('route', release)).sort()).toEqual([
      'cost_per_1000_requests.v1',
      'cost_per_completed.v1',
      'protection.v1',
      'release_annotations.v1',
      'team_runs.v1',
    ]);
  });

  it('has no counts of effects if an effect lacks its value', () => {
    const spendOf = (member: GroupChoice['member']) =>
      countEvidence(selectEvidence(['provider_spend.v1']), narrowed(member), terms).evidence_coverage?.spend;
    expect(spendOf('outcome')).toEqual({ state: 'unavailable', reason: 'not_observed' });
    expect(spendOf('team')).toMatchObject({ state: 'available' });
  });
});

describe('the evidence of a group', () => {
  const of = (metrics: string[], facet?: FacetKey, span = whole, mayReadCost = true) =>
    countEvidence(
      selectEvidence(metrics),
      group(makeMeasuredGroup({ ...application, ...(facet && { facet }) }, figures, more), facet),
      spanTerms(span, { pin, mayReadCost }),
    );

  it('counts the endings of requests, for any metrics', () => {
    expect(of(['freshness_lag.v1'])).toEqual({
      evidence_coverage: {
        completion: {
          numerator: '8',
          denominator: '10',
          completed: '8',
          refused: '0',
          failed: '1',
          partial: '0',
          cancelled: '0',
          pending_or_unknown: '1',
        },
      },
    });
  });

  it('counts cost effects for a produced metric of money, only for callers who may read cost', () => {
    const counts = {
      priced_effects: '12',
      pending_effects: '0',
      unpriced_effects: '0',
      estimated_effects: '0',
      estimate_status_unknown_effects: '0',
      adjustment_effects: '1',
    };
    const outcome = { member: 'outcome', value: 'failed', unserved: false } as const;
    const spendOf = (...asked: Parameters<typeof of>) => of(...asked).evidence_coverage?.spend;
    expect(spendOf(['activity_spend.v1'])).toEqual({ state: 'available', counts });
    expect(spendOf(['budget_standing.v1', 'provider_spend.v2'])).toBeUndefined();
    expect(spendOf(['provider_spend.v1'], outcome)).toEqual({ state: 'unavailable', reason: 'not_observed' });
    expect(spendOf(['provider_spend.v1'], outcome, whole, false)).toEqual({
      state: 'unavailable',
      reason: 'scope_not_authorized',
    });
    const empty = group(makeMeasuredGroup(application));
    expect(countEvidence(selectEvidence(['provider_spend.v1']), empty, terms)).toMatchObject({
      evidence_coverage: { spend: { state: 'unavailable', reason: 'not_observed' } },
    });
  });

  it('has the actions of protection if its metric is requested and the facet splits it', () => {
    expect(of(['protection.v1']).protection).toEqual({
      observed_requests: '9',
      unknown_requests: '1',
      eligible: '9',
      evaluated: '8',
      blocked: '1',
      modified: '2',
      errors: '0',
      not_executed: '1',
      blocked_requests: '1',
    });
    expect(of(['protection.v1'], { member: 'route', value: 'r', unserved: false })).not.toHaveProperty('protection');
    expect(of(['requests.v1'])).not.toHaveProperty('protection');
  });

  it('has the populations of each latency in the requested order, without quantiles next to a gap', () => {
    const asked = ['first_output_latency.v1', 'response_latency.v1'];
    const summary = (metric: string, samples: string, levels?: object) => ({
      metric,
      method: 'exact',
      populations: [{ outcome: 'overall', samples, ...(levels && { quantiles: levels }) }],
    });
    expect(of(asked).latency).toEqual([
      summary('first_output_latency.v1', '2', quantiles),
      summary('response_latency.v1', '8', quantiles),
    ]);
    expect(of(asked, undefined, gapped('gateway_journal')).latency).toEqual([
      summary('first_output_latency.v1', '2'),
      summary('response_latency.v1', '8'),
    ]);
  });

  it('names the method and its error if samples were read from buckets, even without a sample', () => {
    const overall = { outcome: 'overall', samples: 300_000n, quantiles } as const;
    const judged = makeMeasuredGroup(
      { purpose: 'judge' },
      {},
      { latency: [{ metric: 'response_latency.v1', method: 'log_buckets', populations: [overall] }] },
    );
    expect(countEvidence(selectEvidence(['response_latency.v1']), group(judged), terms).latency).toEqual([
      {
        metric: 'response_latency.v1',
        method: 'log_buckets',
        max_relative_error: '0.022',
        populations: [{ outcome: 'overall', samples: '0' }],
      },
    ]);
  });
});
