import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { rankedValuesQuery } from '../../../analytics/insight/dimensions/ranked-values-query.ts';
import { staleDaysQuery } from '../../../analytics/insight/dimensions/stale-days-query.ts';
import { countedLatencyQuery } from '../../../analytics/insight/sql/counted-latency-query.ts';
import { exactLatencyQuery } from '../../../analytics/insight/sql/exact-latency-query.ts';
import { feedbackSumsQuery } from '../../../analytics/insight/sql/feedback-sums-query.ts';
import { listRequiredFigures } from '../../../analytics/insight/plan/list-required-figures.ts';
import { LAYERS, layersForGrain, planQuestionLayers, type Layer } from '../../../analytics/insight/plan/layer-plan.ts';
import type { DimensionSplit } from '../../../analytics/insight/question/dimension-split.ts';
import { markerCountsQuery } from '../../../analytics/insight/sql/marker-counts-query.ts';
import type { FactsQuestion } from '../../../analytics/insight/question/facts-question.ts';
import { protectionSumsQuery } from '../../../analytics/insight/sql/protection-sums-query.ts';
import type { BoundQuery } from '../../../analytics/statements/bound-query.ts';
import { questionParams } from '../../../analytics/insight/sql/question-params.ts';
import { teamRunSumsQuery } from '../../../analytics/insight/sql/team-run-sums-query.ts';
import { TOKEN_KIND_FIGURES } from '../../../analytics/insight/plan/traffic-populations.ts';
import { planTraffic, planRound } from '../../../analytics/insight/plan/plan-traffic.ts';
import { trafficSumsQuery } from '../../../analytics/insight/sql/traffic-sums-query.ts';
import type { CallerDimension } from '../../../domain/insight/caller-dimensions.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import { localBuckets } from '../../../domain/insight/windows/local-buckets.ts';
import { ADDITIVE_FIGURES, LATENCY_METRICS } from '../../../domain/insight/group-sums.ts';
import { FACETS } from '../../../domain/insight/dimensions.ts';
import { routeMixMetric } from '../../../domain/insight/metrics/mixes.ts';
import { tokensMetric } from '../../../domain/insight/metrics/tokens.ts';

/** The statements of a query with the values of its question, as a read binds them. */
function boundBy<Rest extends readonly unknown[]>(
  query: (question: FactsQuestion, ...rest: Rest) => BoundQuery,
): (question: FactsQuestion, ...rest: Rest) => BoundQuery {
  return (question, ...rest) => {
    const statement = query(question, ...rest);
    return { ...statement, params: { ...questionParams(question), ...statement.params } };
  };
}

const exactLatency = boundBy(exactLatencyQuery);
const feedbackSums = boundBy(feedbackSumsQuery);
const teamRunSums = boundBy(teamRunSumsQuery);
const protectionSums = boundBy(protectionSumsQuery);
const markerCounts = boundBy(markerCountsQuery);
const trafficSums = boundBy(trafficSumsQuery);
const countedLatency = boundBy(countedLatencyQuery);
const rankedValues = boundBy(rankedValuesQuery);
const staleDays = boundBy(staleDaysQuery);

const HOSTILE = [`'; DROP TABLE attempts_v1; --`, '{fence:UInt64}', '\\', '*/', '\u0000', '`x`', '100'];

const EACH_FIGURE = new Set(ADDITIVE_FIGURES.filter((figure) => !TOKEN_KIND_FIGURES.has(figure)));
const KINDS_TOO: Partial<FactsQuestion> = { figures: new Set(ADDITIVE_FIGURES) };
const NO_MONEY: Partial<FactsQuestion> = { figures: listRequiredFigures([tokensMetric, routeMixMetric], false) };

const JANUARY: FactsQuestion = {
  organizationId: 'org_a',
  workspaceId: 't_a',
  environmentIds: ['env_a', 'env_b'],
  holdsEveryEnvironment: false,
  from: new Date('2026-01-01T00:00:00.000Z'),
  to: new Date('2026-02-01T00:00:00.000Z'),
  purposes: ['application', 'judge'],
  releaseIds: [],
  fence: 18_446_744_073_709_551_615n,
  hasReplacedEndings: true,
  exclusions: [],
  facets: [],
  chosen: [],
  figures: EACH_FIGURE,
  feedback: true,
  teamRuns: true,
  protection: true,
  markers: true,
  latency: LATENCY_METRICS,
};
/** Most of January. */
const DAYS: Partial<FactsQuestion> = { to: new Date('2026-01-31T00:00:00.000Z') };
/** January with the end of December and the beginning of February. */
const UNALIGNED: Partial<FactsQuestion> = {
  from: new Date('2025-12-30T10:20:30.456Z'),
  to: new Date('2026-02-03T15:30:00.000Z'),
};
/** Half past six in the evening of UTC, from the last of December on. */
const DAYS_IN_KOLKATA = localBuckets(JANUARY.from.getTime(), JANUARY.to.getTime(), 'day', () => 5.5 * 3_600_000);
const EXCLUDED: Partial<FactsQuestion> = {
  exclusions: [
    {
      environmentIds: ['env_b'],
      from: new Date('2026-01-10T03:00:00.000Z'),
      to: new Date('2026-01-11T05:00:00.000Z'),
    },
  ],
};

/** Of whoever may read the whole workspace. */
const WHOLE: Partial<FactsQuestion> = { holdsEveryEnvironment: true };

const ROUTE: GroupChoice = { member: 'route', values: ['', 'chat'], unserved: false, pending: false };
const TEAM: GroupChoice = { member: 'team', values: HOSTILE, unserved: false, pending: true };
const PENDING: GroupChoice = { member: 'outcome', values: ['failed', 'unknown'], unserved: false, pending: true };
const CHOSEN: readonly GroupChoice[] = [
  { member: 'final_model', values: HOSTILE, unserved: false, pending: false },
  ROUTE,
  { member: 'connection', values: ['c1'], unserved: false, pending: false },
];

const TOP: FactsQuestion['top'] & object = [
  { purpose: 'application', facet: { member: 'route', value: '', unserved: true } },
  { purpose: 'judge', facet: { member: 'route', value: `'; --`, unserved: false } },
  { purpose: 'application', facet: { member: 'outcome', value: 'pending_or_unknown', unserved: false } },
  { purpose: 'application', facet: { member: 'release', value: '', unserved: false } },
];

/** A tag with a name that must not be a part of a statement. */
const TAG = `tag.'; drop table attempts_v1; --` as const;
const SPLIT: DimensionSplit = { names: ['user', TAG], rankedBy: 'spend', maxValues: 2, mayReadValues: true };
const BY_CALLER: Partial<FactsQuestion> = {
  dimensions: {
    ...SPLIT,
    shown: [
      { purpose: 'application', facet: { member: 'dimension:user', value: `o'brien`, unserved: false } },
      { purpose: 'judge', facet: { member: `dimension:${TAG}`, value: HOSTILE[0] ?? '', unserved: false } },
    ],
  },
};
const BY_OWNER: Partial<FactsQuestion> = { dimensions: { ...SPLIT, names: ['owner'], rankedBy: 'tokens' } };
const CALLERS: readonly GroupChoice[] = [
  { member: `dimension:${TAG}`, values: HOSTILE, unserved: false, pending: true },
  { member: 'dimension:step_class', values: ['', 'tool_loop'], unserved: false, pending: true },
];

/** The layers from which values of dimensions are read. */
const BY_DAY: readonly Layer[] = ['days', 'facts'];

function traffic(
  changes: Partial<FactsQuestion> = {},
  layers: readonly Layer[] = layersForGrain(changes.grain),
): BoundQuery {
  const question = { ...JANUARY, ...changes };
  return trafficSums(question, planRound(planTraffic(question), planQuestionLayers(question, layers), 'first'));
}

function counted(
  changes: Partial<FactsQuestion> = {},
  layers: readonly Layer[] = layersForGrain(changes.grain),
): BoundQuery {
  const question = { ...JANUARY, ...changes };
  return countedLatency(question, LATENCY_METRICS, planQuestionLayers(question, layers));
}

function ranked(
  name: CallerDimension,
  changes: Partial<FactsQuestion> = {},
  layers: readonly Layer[] = BY_DAY,
): BoundQuery {
  const question = { ...JANUARY, dimensions: SPLIT, ...changes };
  const { populations } = planTraffic(question, layers);
  return rankedValues(question, name, planQuestionLayers(question, layers), populations);
}

function stale(name: CallerDimension, changes: Partial<FactsQuestion>): BoundQuery {
  const question = { ...JANUARY, dimensions: SPLIT, ...changes };
  return staleDays(question, name, planQuestionLayers(question, BY_DAY));
}

/** The statements of questions by what callers state. */
const OF_DIMENSIONS: [string, (changes: Partial<FactsQuestion>) => BoundQuery][] = [
  ['ranked-values-days', (changes) => ranked('user', changes)],
  ['ranked-values-unaligned', (changes) => ranked(TAG, { ...BY_OWNER, ...UNALIGNED, ...EXCLUDED, ...changes })],
  ['ranked-values-facts', (changes) => ranked('owner', { ...BY_OWNER, chosen: CALLERS, ...changes }, ['facts'])],
  ['stale-days', (changes) => stale(TAG, changes)],
  ['sums-dimensions-days', (changes) => traffic({ ...BY_CALLER, ...DAYS, ...changes }, BY_DAY)],
  [
    'sums-dimensions-unaligned',
    (changes) => traffic({ ...BY_CALLER, ...NO_MONEY, ...UNALIGNED, grain: 'week', ...changes }, BY_DAY),
  ],
  [
    'sums-dimensions-chosen',
    (changes) => traffic({ ...BY_CALLER, chosen: [...CALLERS, PENDING], ...changes }, ['facts']),
  ],
  [
    'latency-exact-dimensions',
    (changes) => exactLatency({ ...JANUARY, ...BY_CALLER, chosen: CALLERS, ...changes }, LATENCY_METRICS),
  ],
  ['latency-counted-dimensions', (changes) => counted({ ...BY_CALLER, ...changes }, ['facts'])],
  ['feedback-dimensions', (changes) => feedbackSums({ ...JANUARY, ...BY_CALLER, chosen: CALLERS, ...changes })],
  ['team-runs-dimensions', (changes) => teamRunSums({ ...JANUARY, ...BY_CALLER, chosen: CALLERS, ...changes })],
  [
    'protection-dimensions',
    (changes) => protectionSums({ ...JANUARY, ...BY_CALLER, chosen: [...CALLERS, TEAM], ...changes }),
  ],
];

const STATEMENTS: [string, (changes: Partial<FactsQuestion>) => BoundQuery][] = [
  ['sums-months', (changes) => traffic(changes)],
  [
    'sums-workspace',
    (changes) => traffic({ ...WHOLE, ...UNALIGNED, grain: 'day', facets: ['route', 'outcome'], ...changes }),
  ],
  ['sums-days', (changes) => traffic({ ...DAYS, ...changes })],
  ['sums-without-money', (changes) => traffic({ ...NO_MONEY, ...changes }, ['facts'])],
  ['sums-unaligned', (changes) => traffic({ ...UNALIGNED, ...changes })],
  ['sums-exclusions', (changes) => traffic({ ...EXCLUDED, to: new Date('2026-03-01T00:00:00.000Z'), ...changes })],
  ['sums-exclusions-facts', (changes) => traffic({ ...EXCLUDED, ...changes }, ['facts'])],
  ['sums-releases', (changes) => traffic({ ...UNALIGNED, releaseIds: ['r1'], ...changes })],
  ['sums-nothing-replaced', (changes) => traffic({ hasReplacedEndings: false, ...changes }, ['facts'])],
  [
    'sums-token-kinds',
    (changes) => traffic({ ...UNALIGNED, ...EXCLUDED, facets: ['route'], ...KINDS_TOO, ...changes }),
  ],
  ['sums-by-hour', (changes) => traffic({ grain: 'hour', ...changes })],
  ['sums-by-day', (changes) => traffic({ grain: 'day', ...changes })],
  ['sums-by-week', (changes) => traffic({ grain: 'week', ...UNALIGNED, ...changes })],
  ['sums-by-month', (changes) => traffic({ grain: 'month', ...changes })],
  ['sums-by-own-day', (changes) => traffic({ grain: 'day', buckets: DAYS_IN_KOLKATA, ...DAYS, ...changes })],
  [
    'latency-exact-by-own-day',
    (changes) => exactLatency({ ...JANUARY, grain: 'day', buckets: DAYS_IN_KOLKATA, ...changes }, LATENCY_METRICS),
  ],
  [
    'marker-counts-by-own-day',
    (changes) => markerCounts({ ...JANUARY, grain: 'day', buckets: DAYS_IN_KOLKATA, ...changes }),
  ],
  ['sums-facet', (changes) => traffic({ facets: ['final_model'], ...changes })],
  ['sums-facets', (changes) => traffic({ facets: FACETS, ...UNALIGNED, ...changes })],
  [
    'sums-chosen-facts',
    (changes) => traffic({ ...EXCLUDED, facets: ['release'], chosen: CHOSEN, ...KINDS_TOO, ...changes }, ['facts']),
  ],
  [
    'sums-chosen-pending',
    (changes) => traffic({ facets: ['release', 'route'], chosen: [PENDING, TEAM], ...changes }, ['facts']),
  ],
  ['sums-chosen-days', (changes) => traffic({ ...DAYS, chosen: CHOSEN.slice(0, 1), ...changes })],
  [
    'sums-chosen-days-pending',
    (changes) => traffic({ ...DAYS, facets: ['outcome', 'release'], chosen: [PENDING], ...changes }),
  ],
  [
    'latency-exact-chosen',
    (changes) => exactLatency({ ...JANUARY, chosen: [...CHOSEN, PENDING], ...changes }, LATENCY_METRICS),
  ],
  ['latency-counted-chosen', (changes) => counted({ chosen: CHOSEN, ...changes }, ['facts'])],
  ['feedback-chosen', (changes) => feedbackSums({ ...JANUARY, chosen: [ROUTE, TEAM], ...changes })],
  ['team-runs-chosen', (changes) => teamRunSums({ ...JANUARY, chosen: [TEAM], ...changes })],
  ['protection-chosen', (changes) => protectionSums({ ...JANUARY, chosen: [TEAM], ...changes })],
  ['latency-exact', (changes) => exactLatency({ ...JANUARY, ...changes }, LATENCY_METRICS)],
  [
    'latency-exact-nothing-replaced',
    (changes) => exactLatency({ ...JANUARY, hasReplacedEndings: false, ...changes }, LATENCY_METRICS),
  ],
  ['latency-counted-nothing-replaced', (changes) => counted({ hasReplacedEndings: false, ...changes }, ['facts'])],
  [
    'latency-exact-facets-by-day',
    (changes) =>
      exactLatency({ ...JANUARY, ...EXCLUDED, facets: FACETS, grain: 'day', releaseIds: ['r1'], ...changes }, [
        'response_latency.v1',
      ]),
  ],
  ['latency-counted-months', (changes) => counted(changes)],
  ['latency-counted-workspace', (changes) => counted({ ...WHOLE, ...DAYS, ...changes })],
  ['latency-counted-days', (changes) => counted({ ...DAYS, ...changes })],
  ['latency-counted-unaligned', (changes) => counted({ ...UNALIGNED, ...EXCLUDED, grain: 'week', ...changes })],
  ['latency-counted-facets', (changes) => counted({ facets: FACETS, ...changes }, ['facts'])],
  [
    'latency-exact-top',
    (changes) =>
      exactLatency({ ...JANUARY, facets: ['route', 'outcome'], maxValues: 2, top: TOP, ...changes }, LATENCY_METRICS),
  ],
  ['latency-counted-top', (changes) => counted({ facets: ['outcome'], maxValues: 2, top: TOP, ...changes }, ['facts'])],
  ['team-runs-top', (changes) => teamRunSums({ ...JANUARY, facets: ['release'], maxValues: 1, top: TOP, ...changes })],
  ['feedback', (changes) => feedbackSums({ ...JANUARY, ...changes })],
  [
    'feedback-facets-by-day',
    (changes) =>
      feedbackSums({
        ...JANUARY,
        ...EXCLUDED,
        facets: FACETS,
        grain: 'day',
        releaseIds: ['r1'],
        keepsFrom: new Date('2025-12-01T00:00:00.000Z'),
        ...changes,
      }),
  ],
  ['team-runs', (changes) => teamRunSums({ ...JANUARY, ...changes })],
  [
    'team-runs-facets-by-month',
    (changes) => teamRunSums({ ...JANUARY, ...EXCLUDED, facets: FACETS, grain: 'month', ...changes }),
  ],
  ['protection', (changes) => protectionSums({ ...JANUARY, ...changes })],
  [
    'protection-facets-by-hour',
    (changes) => protectionSums({ ...JANUARY, ...EXCLUDED, facets: FACETS, grain: 'hour', ...changes }),
  ],
  ['marker-counts', (changes) => markerCounts({ ...JANUARY, ...EXCLUDED, ...changes })],
  [
    'marker-counts-releases-by-day',
    (changes) => markerCounts({ ...JANUARY, facets: FACETS, grain: 'day', releaseIds: ['r1'], ...changes }),
  ],
  ...OF_DIMENSIONS,
];

/** The parts of a statement that read one table each, with the conditions on it. */
function reads(sql: string): string[] {
  return sql.split(/(?=FROM \w+_v1)/).filter((part) => part.startsWith('FROM '));
}

describe('the statements of figures', () => {
  it.each(STATEMENTS)('%s reads as reviewed', async (name, statement) => {
    await expect(`${statement({}).sql}\n`).toMatchFileSnapshot(`figures-${name}.sql`);
  });

  it.each(STATEMENTS)('%s is tagged and bounds every table by tenant, time, scope and fence', (_name, statement) => {
    const { tag, sql, params } = statement({});
    expect(tag).toMatch(/^insight\.[a-z_]+$/);
    for (const read of reads(sql)) {
      expect(read).toContain('organization_id = {organization_id:String}');
      expect(read).toContain('workspace_id = {workspace_id:String}');
      // The search for a newest revision covers the workspace; its conditions are bounded separately.
      if (/ IN\s+\(\s+SELECT [\w, ]+$/.test(read.trimEnd())) continue;
      expect(read).toMatch(/\{from:DateTime64\(|\{(months|days|hours)_(from|periods):/);
      // Sums of whole workspaces have no environment, and are read by those alone who may read all of them.
      if (read.startsWith('FROM workspace_')) continue;
      expect(read).toContain('environment_id IN {environment_ids:Array(String)}');
    }
    const named = new Set([...sql.matchAll(/\{(\w+):/g)].map((match) => match[1]));
    expect(named).toContain('fence');
    for (const name of named) expect(Object.keys(params)).toContain(name);
  });

  it.each(STATEMENTS)('%s keeps hostile values out of its text', (_name, statement) => {
    const plain = statement({ releaseIds: ['r1'] });
    const hostile = statement({
      organizationId: HOSTILE[0]!,
      workspaceId: HOSTILE[1]!,
      environmentIds: [...HOSTILE, 'env_b'],
      releaseIds: HOSTILE,
    });
    expect(hostile.sql).toBe(plain.sql);
    expect(hostile.params).toMatchObject({ organization_id: HOSTILE[0], release_ids: HOSTILE });
  });

  it.each(OF_DIMENSIONS)('%s has no text of a caller', (_name, statement) => {
    const { sql } = statement({});
    expect(sql).not.toMatch(/drop table|brien|tool_loop/i);
  });

  it('bind the values of dimensions by purpose', () => {
    const { params } = traffic(BY_CALLER, BY_DAY);
    const tag = Buffer.from(TAG).toString('hex');
    expect(params).toMatchObject({
      shown_dimension_75736572_application: [`o'brien`],
      [`shown_dimension_${tag}_judge`]: [HOSTILE[0]],
    });
    expect(params).not.toHaveProperty('shown_dimension_75736572_judge');
  });

  it('read sums of values from days only, and the amounts that rank them only for spend', () => {
    expect(ranked('user').sql).toContain('nanos');
    expect(ranked('user', BY_OWNER).sql).not.toContain('nanos');
    expect(ranked('user', BY_OWNER).sql).toContain('total_tokens');
    expect(ranked('user').sql.match(/FROM \w+_v1/g)).toEqual(['FROM dimension_sums_by_day_v1']);
  });

  it('do not read what effects cost without access to money', () => {
    for (const layers of [LAYERS, ['facts'] as const]) {
      expect(traffic(NO_MONEY, layers).sql).toContain('effects');
      expect(traffic(NO_MONEY, layers).sql).not.toMatch(/nanos|priced|pending|estimate|adjustment/);
    }
  });

  it('bind the values of compared columns in the form of the facts', () => {
    const { params } = exactLatency(
      { ...JANUARY, facets: ['route', 'outcome'], maxValues: 2, top: TOP },
      LATENCY_METRICS,
    );
    expect(params).toMatchObject({
      top_route: ['application unserved ', `judge value '; --`],
      top_outcome: ['application value unknown'],
    });
  });

  it('bind instants, periods and the fence as numbers, to the last digit', () => {
    expect(traffic(UNALIGNED).params).toEqual({
      organization_id: 'org_a',
      workspace_id: 't_a',
      environment_ids: ['env_a', 'env_b'],
      purposes: ['application', 'judge'],
      fence: '18446744073709551615',
      from: '1767090030.456',
      to: '1770132600.000',
      months_from: '1767225600',
      months_to: '1769904000',
      // The last of December, the first two of February.
      days_periods: ['1767139200', '1769904000', '1769990400'],
      // Two runs of hours: 11:00 to midnight of the first day, midnight to 15:00 of the last.
      hours_periods: [
        ...Array.from({ length: 13 }, (_, hour) => String(1767092400 + hour * 3600)),
        ...Array.from({ length: 15 }, (_, hour) => String(1770076800 + hour * 3600)),
      ],
      facts_periods: ['1767088800', '1770130800'],
    });
  });
});
