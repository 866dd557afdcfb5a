import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import {
  refuseInconsistentQuestion,
  questionWindow,
} from '../../../../contracts/insight/refuse-inconsistent-question.ts';
import { refuseForeignScope } from '../../../../contracts/insight/refuse-foreign-scope.ts';
import {
  InsightQuerySchema,
  StoredQuestionSchema,
  type InsightQuery,
} from '../../../../contracts/insight/insight-query.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';

const window = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
const relative = { schema: 1, shape: 'overview', scope: {} } as const;
const withoutMetrics: InsightQuery = { schema: 1, shape: 'overview', scope: {}, ...window };
const withoutScope: InsightQuery = { schema: 1, shape: 'overview', metrics: ['requests.v1'], ...window };
const overview: InsightQuery = { ...withoutMetrics, metrics: ['requests.v1'] };
const drilldown: InsightQuery = { ...withoutMetrics, shape: 'drilldown', drilldown: 'request' };

function refusalOf(action: () => unknown): { code: string; pointers: string[]; message: string } | undefined {
  try {
    action();
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return { code: fault.code, pointers: fault.faults.map((entry) => entry.pointer), message: fault.message };
  }
}

describe('a consistent question', () => {
  const askable: [string, InsightQuery][] = [
    ['names one metric', overview],
    [
      'names purposes, releases and a time zone',
      { ...overview, purposes: ['judge'], release_ids: ['r1'], display_tz: 'Asia/Tokyo' },
    ],
    [
      'names every release that traffic may carry',
      { ...overview, release_ids: ['2026 Mai, zweite', 'ü'.repeat(256), '🚀', '\u00a0', `'; --`] },
    ],
    ['names a metric that nothing produces', { ...overview, metrics: ['test_quality.v1', 'saved_view.v1'] }],
    ['names a known metric in an absent version', { ...overview, metrics: ['requests.v2'] }],
    ['is a series', { ...overview, shape: 'series', grain: 'month' }],
    ['is a series of one facet', { ...overview, shape: 'series', grain: 'day', facets: ['route'] }],
    ['is a series of 8,808 hours', { ...overview, shape: 'series', grain: 'hour', to: '2027-01-03T00:00:00Z' }],
    ['splits by several facets', { ...overview, shape: 'facets', facets: ['route', 'final_model'] }],
    ['compares with the period before', { ...overview, comparison: 'previous_period' }],
    ['is a drilldown', { ...drilldown, page_size: 100, purposes: ['application', 'judge'] }],
    ['is a drilldown with a cursor', { ...drilldown, cursor: 'c', read_context: {} }],
    [
      'follows a latency to its requests',
      { ...drilldown, latency_filter: { metric: 'first_output_latency.v1', min_ms: 0, max_ms: 1, outcome: 'partial' } },
    ],
    [
      'follows a group to its requests',
      { ...drilldown, facet_filter: { member: 'outcome', value: 'pending_or_unknown' } },
    ],
    ['follows the unserved group', { ...drilldown, facet_filter: { member: 'final_model', unserved: true } }],
    ['follows the group that names no connection', { ...drilldown, facet_filter: { member: 'connection' } }],
    [
      'filters attempts',
      { ...drilldown, drilldown: 'attempt', attempt_filter: { cost_effects_only: true, provider_id: 'ü'.repeat(256) } },
    ],
    ['filters feedback', { ...drilldown, drilldown: 'feedback', feedback_filter: { match: 'pending' } }],
    ['is a series of the days of a zone', { ...overview, shape: 'series', grain: 'day', bucket_tz: 'Asia/Kolkata' }],
    ['shows the top values of facets', { ...overview, shape: 'facets', facets: ['route', 'outcome'], top_values: 25 }],
    ['is narrowed to groups', { ...overview, group_filter: { team: { values: ['ü'.repeat(256)], unnamed: true } } }],
    ['asks for markers', { ...withoutMetrics, shape: 'markers', page_size: 1 }],
    ['spans exactly 1,100 days', { ...overview, from: '2023-01-01T00:00:00Z', to: '2026-01-05T00:00:00Z' }],
  ];

  it.each(askable)('%s', (_sentence, query) => {
    expect(Compile(InsightQuerySchema).Check(query)).toBe(true);
    expect(refusalOf(() => refuseInconsistentQuestion(query))).toBeUndefined();
  });
});

describe('an inconsistent question', () => {
  const refused: [string, InsightQuery, string, string[]][] = [
    ['has no scope', withoutScope, 'scope_required', ['/scope']],
    ['has no metrics', withoutMetrics, 'invalid_query', ['/metrics']],
    ['is an overview with a grain', { ...overview, grain: 'day' }, 'invalid_query', ['/grain']],
    ['is an overview with facets', { ...overview, facets: ['route'] }, 'invalid_query', ['/facets']],
    ['is an overview with a drilldown', { ...overview, drilldown: 'request' }, 'invalid_query', ['/drilldown']],
    [
      'filters groups in a question about rows',
      { ...drilldown, group_filter: { outcome: { values: ['failed'] } } },
      'invalid_query',
      ['/group_filter'],
    ],
    [
      'shows top values of no facet',
      { ...overview, shape: 'series', grain: 'day', top_values: 5 },
      'invalid_query',
      ['/top_values'],
    ],
    ['is an overview by a zone', { ...overview, bucket_tz: 'Asia/Kolkata' }, 'invalid_query', ['/bucket_tz']],
    [
      'is a series by an unknown zone',
      { ...overview, shape: 'series', grain: 'day', bucket_tz: 'Mars/Olympus' },
      'validation_failed',
      ['/bucket_tz'],
    ],
    [
      'is a series by an offset',
      { ...overview, shape: 'series', grain: 'day', bucket_tz: '+01:00' },
      'validation_failed',
      ['/bucket_tz'],
    ],
    ['is an overview with a cursor', { ...overview, cursor: 'c' }, 'invalid_query', ['/cursor']],
    ['is an overview with a page size', { ...overview, page_size: 10 }, 'invalid_query', ['/page_size']],
    [
      'is an overview with a latency filter',
      { ...overview, latency_filter: { metric: 'response_latency.v1' } },
      'invalid_query',
      ['/latency_filter'],
    ],
    [
      'is an overview with a feedback filter',
      { ...overview, feedback_filter: {} },
      'invalid_query',
      ['/feedback_filter'],
    ],
    [
      'is an overview with an attempt filter',
      { ...overview, attempt_filter: {} },
      'validation_failed',
      ['/attempt_filter'],
    ],
    [
      'filters attempts on the request grain',
      { ...drilldown, attempt_filter: {} },
      'validation_failed',
      ['/attempt_filter'],
    ],
    [
      'filters feedback on the request grain',
      { ...drilldown, feedback_filter: {} },
      'invalid_query',
      ['/feedback_filter'],
    ],
    [
      'filters latency on the attempt grain',
      { ...drilldown, drilldown: 'attempt', latency_filter: { metric: 'response_latency.v1' } },
      'invalid_query',
      ['/latency_filter'],
    ],
    [
      'has latency bounds that include nothing',
      { ...drilldown, latency_filter: { metric: 'response_latency.v1', min_ms: 5, max_ms: 5 } },
      'invalid_query',
      ['/latency_filter'],
    ],
    [
      'splits a series by two facets',
      { ...overview, shape: 'series', grain: 'day', facets: ['route', 'release'] },
      'invalid_query',
      ['/facets'],
    ],
    ['splits by facets without naming one', { ...overview, shape: 'facets' }, 'invalid_query', ['/facets']],
    [
      'compares a series',
      { ...overview, shape: 'series', grain: 'day', comparison: 'previous_period' },
      'invalid_query',
      ['/comparison'],
    ],
    [
      'is a series of more than 8,808 hours',
      { ...overview, shape: 'series', grain: 'hour', to: '2027-01-03T00:00:00.001Z' },
      'window_too_large',
      ['/grain'],
    ],
    [
      'is a series of 10,002 groups: 3,334 hours of three purposes',
      {
        ...overview,
        shape: 'series',
        grain: 'hour',
        purposes: ['application', 'judge', 'playground'],
        to: '2026-05-19T22:00:00Z',
      },
      'window_too_large',
      ['/grain'],
    ],
    ['is a drilldown without its grain', { ...withoutMetrics, shape: 'drilldown' }, 'invalid_query', ['/drilldown']],
    ['requests metrics of markers', { ...overview, shape: 'markers' }, 'invalid_query', ['/metrics']],
    ['has a cursor without the context of its page', { ...drilldown, cursor: 'c' }, 'invalid_query', ['/read_context']],
    [
      'pages a drilldown that was opened from a chart',
      { ...drilldown, cursor: 'c', read_context: {}, latency_filter: { metric: 'response_latency.v1' } },
      'invalid_query',
      ['/cursor'],
    ],
    [
      'follows one figure to the requests of two purposes',
      { ...drilldown, purposes: ['application', 'judge'], latency_filter: { metric: 'response_latency.v1' } },
      'purpose_mixing_refused',
      ['/purposes'],
    ],
    [
      'follows a group to the requests of two purposes',
      { ...drilldown, purposes: ['application', 'judge'], facet_filter: { member: 'release', value: 'r' } },
      'purpose_mixing_refused',
      ['/purposes'],
    ],
    [
      'follows a route',
      { ...drilldown, facet_filter: { member: 'route', value: 'r' } },
      'invalid_query',
      ['/facet_filter/member'],
    ],
    [
      'follows an input size',
      { ...drilldown, facet_filter: { member: 'input_size_bucket' } },
      'invalid_query',
      ['/facet_filter/member'],
    ],
    [
      'follows the unserved group of another facet',
      { ...drilldown, facet_filter: { member: 'connection', unserved: true } },
      'invalid_query',
      ['/facet_filter/unserved'],
    ],
    [
      'follows an outcome that does not exist',
      { ...drilldown, facet_filter: { member: 'outcome', value: 'unknown' } },
      'invalid_query',
      ['/facet_filter/value'],
    ],
    [
      'follows a group to attempts',
      { ...drilldown, drilldown: 'attempt', facet_filter: { member: 'release' } },
      'invalid_query',
      ['/facet_filter'],
    ],
    ['is a series without a grain', { ...overview, shape: 'series' }, 'invalid_query', ['/grain']],
    ['is a drilldown with metrics', { ...drilldown, metrics: ['requests.v1'] }, 'invalid_query', ['/metrics']],
    ['names an unknown metric', { ...overview, metrics: ['happiness.v1'] }, 'metric_version_unknown', ['/metrics/0']],
    [
      'names a metric without a version',
      { ...overview, metrics: ['requests'] },
      'metric_version_unknown',
      ['/metrics/0'],
    ],
    [
      'names a metric after a member of every object',
      { ...overview, metrics: ['constructor'] },
      'metric_version_unknown',
      ['/metrics/0'],
    ],
    ['ends before it begins', { ...overview, to: '2025-01-01T00:00:00Z' }, 'invalid_query', ['/to']],
    ['has an empty window', { ...overview, to: overview.from }, 'invalid_query', ['/to']],
    [
      'begins on a day that does not exist',
      { ...overview, from: '2025-02-30T00:00:00Z' },
      'validation_failed',
      ['/from'],
    ],
    [
      'spans more than 1,100 days',
      { ...overview, from: '2023-01-01T00:00:00Z', to: '2026-01-05T00:00:00.001Z' },
      'window_too_large',
      ['/to'],
    ],
    ['labels by an offset', { ...overview, display_tz: '+01:00' }, 'validation_failed', ['/display_tz']],
  ];

  it.each(refused)('%s', (_sentence, query, code, pointers) => {
    expect(Compile(InsightQuerySchema).Check(query)).toBe(true);
    expect(refusalOf(() => refuseInconsistentQuestion(query))).toMatchObject({ code, pointers });
  });
});

describe('the fault of a question', () => {
  const messageOf = (query: InsightQuery) => refusalOf(() => refuseInconsistentQuestion(query))?.message;

  it('is reported immediately, with the code of the first fault', () => {
    const query: InsightQuery = {
      ...{ ...withoutMetrics, shape: 'series', display_tz: 'Berlin', bucket_tz: 'Local' },
      ...{ metrics: ['spend.v1', 'requests'], from: '2026-02-30T00:00:00Z', to: '2026-02-31T00:00:00Z' },
    };
    expect(refusalOf(() => refuseInconsistentQuestion(query))).toMatchObject({
      code: 'validation_failed',
      pointers: ['/display_tz', '/bucket_tz', '/grain', '/metrics/0', '/metrics/1', '/from', '/to'],
    });
  });

  it('names the intended value, and repeats nothing', () => {
    expect(messageOf({ ...overview, display_tz: 'Berlin' })).toBe(
      '/display_tz must be a zone of the IANA time-zone database: did you mean `Europe/Berlin`?',
    );
    expect(messageOf({ ...overview, metrics: ['request.v1'] })).toBe(
      '/metrics/0 is not a metric of the catalogue: did you mean `requests.v1`?',
    );
    expect(messageOf({ ...overview, metrics: ['happiness.v1'] })).toBe(
      '/metrics/0 is not a metric of the catalogue: GET …/insights/catalog lists all of them.',
    );
    expect(messageOf({ ...overview, shape: 'series' })).toBe(
      'The member `grain` is missing. It is required by the series shape. Send one of hour, day, week, month.',
    );
    expect(messageOf({ ...overview, to: '2025-01-01T00:00:00Z' })).toBe(
      'The window ends before it begins. Exchange `from` and `to`.',
    );
  });
});

describe('the schema of a question', () => {
  const refused: [string, object][] = [
    ['an unknown member', { ...overview, limit: 5 }],
    ['an unknown member of the scope', { ...overview, scope: { team_ids: [] } }],
    ['another schema version', { ...overview, schema: 2 }],
    ['an unknown shape', { ...overview, shape: 'pie' }],
    ['no window', { ...overview, from: undefined }],
    ['a window without a time zone', { ...overview, from: '2026-01-01T00:00:00' }],
    ['a purpose twice', { ...overview, purposes: ['judge', 'judge'] }],
    ['a metric that is no text', { ...overview, metrics: [1] }],
    ['a page beyond the bound', { ...drilldown, page_size: 101 }],
    ['an empty request id', { ...drilldown, feedback_filter: { logical_request_id: '' } }],
    ['a control character in a filter', { ...drilldown, attempt_filter: { provider_id: 'a\u0000' } }],
    ['half a surrogate pair in a filter', { ...drilldown, attempt_filter: { provider_id: '\ud800' } }],
    ['the last control character of ASCII', { ...drilldown, facet_filter: { member: 'route', value: 'a\u007f' } }],
    ['half a surrogate pair in a group', { ...overview, group_filter: { team: { values: ['\udc00'] } } }],
    ['a line break in an id', { ...overview, release_ids: ['a\nb'] }],
  ];

  it.each(refused)('refuses %s', (_name, query) => {
    expect(Compile(InsightQuerySchema).Check(JSON.parse(JSON.stringify(query)))).toBe(false);
  });

  it('permits a stored question without a window, and refuses a read context in it', () => {
    const stored = Compile(StoredQuestionSchema);
    expect(stored.Check(relative)).toBe(true);
    expect(stored.Check({ ...relative, read_context: {} })).toBe(false);
    expect(refusalOf(() => refuseInconsistentQuestion({ ...relative, metrics: ['requests.v1'] }))).toBeUndefined();
  });
});

describe('the window of a question', () => {
  it('is UTC for any offset, to the millisecond', () => {
    const utc = questionWindow({ from: '2026-01-01T01:00:00+01:00', to: '2026-01-01t00:00:00.0019z' });
    expect(utc).toEqual({ from: new Date('2026-01-01T00:00:00.000Z'), to: new Date('2026-01-01T00:00:00.001Z') });
  });
});

describe('a scope in the body', () => {
  const path = { organizationId: 'org_a', workspaceId: 't_a' };

  it('may repeat the path or be absent', () => {
    expect(refusalOf(() => refuseForeignScope({ scope: {} }, path))).toBeUndefined();
    const repeated = { scope: { organization_id: 'org_a', workspace_id: 't_a' } };
    expect(refusalOf(() => refuseForeignScope(repeated, path))).toBeUndefined();
  });

  it('is refused if it names another scope', () => {
    const foreign = { scope: { organization_id: 'org_b', workspace_id: 't_b' } };
    expect(refusalOf(() => refuseForeignScope(foreign, path))).toMatchObject({
      code: 'validation_failed',
      pointers: ['/scope/organization_id', '/scope/workspace_id'],
    });
  });
});
