import { describe, expect, it } from 'vitest';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { referenceAnswer, type ReferenceAnswer } from '../../reference/answer.ts';
import type { Question, World } from '../../reference/world.ts';

const SCOPE = {
  organization_id: 'org_a',
  workspace_id: 't_a',
  application_id: 'app_a',
  gateway_id: 'gw_a',
  environment_id: 'env_a',
};
const DIMENSIONS = { schema: 1, scope: SCOPE, purpose: 'application', route_id: 'chat' } as const;
const NINE = '2026-01-05T09:00:00.000Z';
const TEN = '2026-01-05T10:00:00.000Z';

const admitted = (request: string, at: string): FactEvent => ({
  event: 'request_admitted',
  ...DIMENSIONS,
  logical_request_id: request,
  admitted_at: at,
  streaming: false,
});
const succeeded = (request: string, at: string, model?: string): FactEvent => ({
  event: 'request_terminal',
  ...DIMENSIONS,
  logical_request_id: request,
  admitted_at: at,
  terminal_at: at,
  status: 'succeeded',
  ...(model !== undefined && { final_model: model }),
  attempt_count: 1,
  streaming: false,
  total_ms: 40,
});
const settled = (request: string, at: string, price: object): FactEvent => ({
  event: 'cost_effect',
  ...DIMENSIONS,
  logical_request_id: request,
  effect_id: `${request}-cost`,
  effect_kind: 'settlement',
  attempt_id: `${request}-1`,
  provider_id: 'provider',
  provider_model: 'small',
  occurred_at: at,
  price_state: 'pending',
  ...price,
});
const verdict = (revision: number, at: string): FactEvent => ({
  event: 'feedback_verdict',
  ...DIMENSIONS,
  logical_request_id: 'r1',
  feedback_id: 'fb',
  issuer_ref: 'user',
  value: 'positive',
  revision,
  occurred_at: at,
  source: 'api',
  match: 'matched',
});

function worldOf(events: readonly FactEvent[], changes: Partial<World> = {}): World {
  const facts = events.map((event, index) => ({ seq: BigInt(index + 1), event }));
  return { facts, gaps: [], exclusions: [], keepsFromMs: new Map(), ...changes };
}

/** The instant at which each producer was last indexed. Without it, missing facts are unknown. */
const INDEXED = { gateway_journal: Date.parse('2026-02-01T00:00:00Z') };

function ask(world: World, query: Partial<InsightQuery>, fence = 100n): ReferenceAnswer {
  const question: Question = {
    scope: {
      subjectId: 'sub',
      authorityEpoch: '1',
      organizationId: 'org_a',
      workspaceId: 't_a',
      environmentIds: ['env_a'],
      mayReadCost: true,
      mayReadContent: false,
      mayReadDimensions: false,
    },
    query: {
      schema: 1,
      shape: 'overview',
      scope: {},
      from: '2026-01-05T00:00:00Z',
      to: '2026-01-06T00:00:00Z',
      metrics: ['requests.v1'],
      ...query,
    },
    pin: { fence, disclosedThrough: 100n, lastIndexedMs: INDEXED, evaluatedMs: Date.parse('2026-02-01T00:00:00Z') },
    maxExactSamples: 200_000,
  };
  return referenceAnswer(world, question).body;
}

/** The number or the reason, by metric. */
function valuesOf(group: AnswerGroup | undefined): Record<string, string> {
  return Object.fromEntries(
    (group?.cells ?? []).map(({ metric, value }) => [
      metric,
      value.state === 'unavailable'
        ? value.reason
        : `${value.number}${value.state === 'partial' ? ` (${value.coverage.join(', ')})` : ''}`,
    ]),
  );
}

describe('an answer of the reference', () => {
  it('counts two requests of which one has ended, and excludes a pending price from a lower bound', () => {
    const world = worldOf([
      admitted('r1', NINE),
      admitted('r2', TEN),
      succeeded('r1', NINE, 'small'),
      settled('r1', NINE, { price_state: 'priced', nanos: '7' }),
      settled('r2', TEN, {}),
    ]);
    const metrics = [
      'requests.v1',
      'outcomes.v1',
      'completion_rate.v1',
      'failure_rate.v1',
      'provider_spend.v1',
      'cost_per_completed.v1',
      'response_latency.v1',
      'app_feedback.v1',
      'requests.v2',
      'test_quality.v1',
    ];
    expect(valuesOf(ask(world, { metrics }).groups?.[0])).toEqual({
      'requests.v1': '2',
      'outcomes.v1': '1',
      'completion_rate.v1': '0.5',
      'failure_rate.v1': '0',
      'provider_spend.v1': '7 (unpriced_population)',
      'cost_per_completed.v1': 'unpriced_population',
      'response_latency.v1': '40',
      'app_feedback.v1': 'not_observed',
      'requests.v2': 'metric_version_absent',
      'test_quality.v1': 'no_producer',
    });
  });

  it('has no groups if nothing had arrived below the fence', () => {
    expect(ask(worldOf([admitted('r1', NINE)]), {}, 0n)).toEqual({ shape: 'overview', coverage: [], truncated: false });
  });

  it('puts requests without a terminal next to unserved ones', () => {
    const world = worldOf([
      admitted('r1', NINE),
      admitted('r2', TEN),
      admitted('r3', TEN),
      succeeded('r1', NINE, 'small'),
    ]);
    const { groups } = ask(world, {
      shape: 'facets',
      facets: ['final_model'],
      metrics: ['requests.v1', 'model_mix.v1'],
    });
    expect(groups?.map((group) => [group.facet, valuesOf(group)])).toEqual([
      [
        { member: 'final_model', unserved: true },
        { 'requests.v1': '2', 'model_mix.v1': '0.666666666667' },
      ],
      [
        { member: 'final_model', value: 'small' },
        { 'requests.v1': '1', 'model_mix.v1': '0.333333333333' },
      ],
    ]);
  });

  it('states excluded if nothing remains, and keeps the group', () => {
    const exclusions = [{ environmentIds: ['env_a'], fromMs: Date.parse(NINE), toMs: Date.parse(TEN) }];
    const { groups } = ask(worldOf([admitted('r1', NINE)], { exclusions }), { metrics: ['requests.v1', 'tokens.v1'] });
    expect(valuesOf(groups?.[0])).toEqual({ 'requests.v1': 'excluded', 'tokens.v1': '0' });
  });

  it('uses the newest revision before the window applies, and no expired one', () => {
    const early = '2025-12-31T23:00:00.000Z';
    const world = worldOf([admitted('r1', NINE), verdict(1, NINE), verdict(2, early)]);
    const metrics = ['app_feedback.v1'];
    expect(valuesOf(ask(world, { metrics }).groups?.[0])).toEqual({ 'app_feedback.v1': 'not_observed' });
    const keepsFromMs = new Map([['t_a', Date.parse('2026-01-01T00:00:00Z')]]);
    expect(valuesOf(ask({ ...world, keepsFromMs }, { metrics }).groups?.[0])).toEqual({ 'app_feedback.v1': '1' });
  });

  it('discloses a gap only in its bucket', () => {
    const gap = { workspaceId: 't_a', producerClass: 'gateway_journal', disclosedAt: 1n } as const;
    const gaps = [{ ...gap, fromMs: Date.parse(NINE), toMs: Date.parse(NINE) + 1 }];
    const { groups, coverage } = ask(worldOf([admitted('r1', NINE), admitted('r2', TEN)], { gaps }), {
      shape: 'series',
      grain: 'hour',
      from: NINE,
      to: '2026-01-05T11:00:00Z',
    });
    expect(coverage).toEqual(['ingest_gap:gateway_journal']);
    expect(groups?.map(valuesOf)).toEqual([
      { 'requests.v1': '1 (ingest_gap:gateway_journal)' },
      { 'requests.v1': '1' },
    ]);
  });

  it('pages rows newest first, with only the admission of a pending request', () => {
    const world = worldOf([admitted('r1', NINE), admitted('r2', TEN), succeeded('r1', NINE)]);
    const rows = { shape: 'drilldown', drilldown: 'request', page_size: 1 } as const;
    expect(ask(world, rows)).toMatchObject({
      requests: [{ logical_request_id: 'r2', status: 'pending', first_output_known: false }],
      truncated: true,
    });
  });
});
