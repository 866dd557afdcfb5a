import { describe, expect, it } from 'vitest';
import { attemptPageQuery, attemptsByIdQuery } from '../../../analytics/insight/rows/attempt-page-query.ts';
import {
  costEffectAttemptsQuery,
  newestChargesQuery,
} from '../../../analytics/insight/rows/cost-effect-attempts-query.ts';
import type { FactsFilter } from '../../../analytics/insight/question/facts-filter.ts';
import { feedbackPageQuery } from '../../../analytics/insight/rows/feedback-page-query.ts';
import { markerPageQuery } from '../../../analytics/insight/rows/marker-page-query.ts';
import { pendingRequestsQuery, unevenHoursQuery } from '../../../analytics/insight/rows/pending-requests-query.ts';
import { receiptChargesQuery, receiptQuery } from '../../../analytics/insight/rows/receipt-query.ts';
import {
  admittedRequestsQuery,
  endedRequestsQuery,
  selectRequests,
  type RequestRowFilter,
} from '../../../analytics/insight/rows/request-page-query.ts';
import {
  anyEvaluationQuery,
  requestProtectionQuery,
} from '../../../analytics/insight/rows/request-protection-query.ts';
import type { BoundQuery } from '../../../analytics/statements/bound-query.ts';

/** Every text that a question can bring in. */
interface Texts {
  readonly organization: string;
  readonly workspace: string;
  readonly ids: readonly string[];
  readonly text: string;
}

const PLAIN: Texts = { organization: 'org_a', workspace: 't_a', ids: ['env_a', 'env_b'], text: 'q1' };
const HOSTILE: Texts = {
  organization: `'; DROP TABLE attempts_v1; --`,
  workspace: '{fence:UInt64}',
  ids: ['\\', '*/', '\u0000', '`x`', `') OR (1=1`],
  text: `' UNION ALL SELECT * FROM system.users --`,
};

const exclusion = {
  from: new Date('2026-01-05T00:00:00.000Z'),
  to: new Date('2026-01-06T00:00:00.000Z'),
};

function filterOf({ organization, workspace, ids }: Texts, more: Partial<FactsFilter> = {}): FactsFilter {
  return {
    organizationId: organization,
    workspaceId: workspace,
    environmentIds: ids,
    from: new Date('2026-01-01T00:00:00.000Z'),
    to: new Date('2026-02-01T00:00:00.000Z'),
    purposes: ['application'],
    releaseIds: [],
    fence: 18_446_744_073_709_551_615n,
    hasReplacedEndings: true,
    exclusions: [],
    ...more,
  };
}

/** The filter of a question that says everything. */
function fullFilter(texts: Texts): FactsFilter {
  return filterOf(texts, {
    keepsFrom: new Date('2025-12-01T00:00:00.000Z'),
    releaseIds: texts.ids,
    exclusions: [{ environmentIds: texts.ids, ...exclusion }],
  });
}

const first = { rows: 51 };
const after = (...ids: string[]) => ({ rows: 51, after: ['1768500000000', ...ids] as const });

function requests(narrowing: (texts: Texts) => RequestRowFilter): (texts: Texts) => BoundQuery {
  return (texts) => endedRequestsQuery(filterOf(texts), selectRequests(narrowing(texts)), first);
}

const charged = ({ text }: Texts) => [
  {
    at: '1768500000000',
    logical_request_id: text,
    attempt_id: text,
    purpose: 'application',
    provider_id: text,
    provider_model: text,
    connection_id: '',
  },
];

const QUERIES: [string, (texts: Texts) => BoundQuery][] = [
  ['requests', requests(() => ({}))],
  [
    'requests-nothing-replaced',
    (texts) => endedRequestsQuery(filterOf(texts, { hasReplacedEndings: false }), selectRequests({}), first),
  ],
  ['requests-after', (texts) => endedRequestsQuery(fullFilter(texts), selectRequests({}), after(texts.text))],
  ['admissions', (texts) => admittedRequestsQuery(filterOf(texts), selectRequests({}), first)],
  ['admissions-after', (texts) => admittedRequestsQuery(fullFilter(texts), selectRequests({}), after(texts.text))],
  [
    'admissions-release',
    (texts) =>
      admittedRequestsQuery(
        filterOf(texts),
        selectRequests({ facet_filter: { member: 'release', value: texts.text } }),
        first,
      ),
  ],
  ['requests-latency', requests(() => ({ latency_filter: { metric: 'response_latency.v1' } }))],
  [
    'requests-latency-bounds',
    requests(() => ({
      latency_filter: { metric: 'first_output_latency.v1', min_ms: 5, max_ms: 9, outcome: 'succeeded' },
    })),
  ],
  ['requests-final-model', requests(({ text }) => ({ facet_filter: { member: 'final_model', value: text } }))],
  ['requests-unserved', requests(() => ({ facet_filter: { member: 'final_model', unserved: true } }))],
  ['requests-connection', requests(({ text }) => ({ facet_filter: { member: 'connection', value: text } }))],
  ['requests-outcome', requests(() => ({ facet_filter: { member: 'outcome', value: 'failed' } }))],
  ['requests-unknown', requests(() => ({ facet_filter: { member: 'outcome', value: 'pending_or_unknown' } }))],
  ['requests-release', requests(({ text }) => ({ facet_filter: { member: 'release', value: text } }))],
  ['requests-purpose', requests(() => ({ facet_filter: { member: 'purpose', value: 'application' } }))],
  [
    'requests-latency-of-model',
    requests(({ text }) => ({
      latency_filter: { metric: 'response_latency.v1', max_ms: 9 },
      facet_filter: { member: 'final_model', value: text },
    })),
  ],
  ['uneven-hours', (texts) => unevenHoursQuery(fullFilter(texts))],
  ['pending-requests', (texts) => pendingRequestsQuery(filterOf(texts), selectRequests({}), ['1767225600'], 101)],
  [
    'request-protection',
    (texts) => requestProtectionQuery(filterOf(texts), [{ logical_request_id: texts.text, at: '1768500000000' }]),
  ],
  ['any-evaluation', (texts) => anyEvaluationQuery(fullFilter(texts))],
  ['attempts', (texts) => attemptPageQuery(filterOf(texts), {}, first)],
  [
    'attempts-narrowed-after',
    (texts) =>
      attemptPageQuery(
        fullFilter(texts),
        { provider_id: texts.text, provider_model: texts.text, logical_request_id: texts.text },
        after(texts.text, texts.text),
      ),
  ],
  ['attempts-by-id', (texts) => attemptsByIdQuery(filterOf(texts), charged(texts))],
  ['cost-effect-attempts', (texts) => costEffectAttemptsQuery(filterOf(texts), {}, first)],
  [
    'cost-effect-attempts-of-request',
    (texts) => costEffectAttemptsQuery(filterOf(texts), { logical_request_id: texts.text }, first),
  ],
  [
    'cost-effect-attempts-narrowed-after',
    (texts) => costEffectAttemptsQuery(fullFilter(texts), { provider_id: texts.text }, after(texts.text, texts.text)),
  ],
  ['newest-charges', (texts) => newestChargesQuery(filterOf(texts), { provider_model: texts.text }, charged(texts))],
  ['feedback', (texts) => feedbackPageQuery(filterOf(texts), {}, first, false)],
  [
    'feedback-narrowed-after',
    (texts) =>
      feedbackPageQuery(
        fullFilter(texts),
        { logical_request_id: texts.text, match: 'matched' },
        after(texts.text, texts.text, texts.text),
        true,
      ),
  ],
  ['markers', (texts) => markerPageQuery(filterOf(texts), first)],
  ['markers-after', (texts) => markerPageQuery(fullFilter(texts), after(texts.text))],
  ['receipt', (texts) => receiptQuery(filterOf(texts), texts.text)],
  ['receipt-nothing-replaced', (texts) => receiptQuery(filterOf(texts, { hasReplacedEndings: false }), texts.text)],
  ['receipt-charges', (texts) => receiptChargesQuery(filterOf(texts), texts.text, false)],
  ['receipt-charges-money', (texts) => receiptChargesQuery(fullFilter(texts), texts.text, true)],
];

describe('a statement of rows', () => {
  it.each(QUERIES)('%s reads as reviewed', async (name, query) => {
    await expect(`${query(PLAIN).sql}\n`).toMatchFileSnapshot(`rows/${name}.sql`);
  });

  it.each(QUERIES)('%s is tagged, and binds what its text names and nothing else', (_name, query) => {
    const { tag, sql, params } = query(PLAIN);
    expect(tag).toMatch(/^insight\.[a-z_]+$/);
    const named = [...sql.matchAll(/\{(\w+):/g)].map((match) => match[1]);
    expect(new Set(named)).toEqual(new Set(Object.keys(params)));
  });

  it.each(QUERIES)('%s bounds every table by tenant and fence, and by scope and window', (name, query) => {
    const [, ...parts] = query(PLAIN).sql.split(/\bFROM (\w+_v1)\b/);
    const tables = parts.flatMap((table, index) => (index % 2 === 0 ? [{ table, conditions: parts[index + 1]! }] : []));
    expect(tables.length).toBeGreaterThan(0);
    for (const [index, { table, conditions }] of tables.entries()) {
      for (const bound of ['organization_id', 'workspace_id']) expect(conditions).toContain(`{${bound}:`);
      // Identities say in which hours to look; what is shown is bounded around them.
      if (table === 'event_identities_v1') continue;
      expect(conditions).toContain('{fence:');
      // The newest revision is looked for beyond scope and window, of those requests that the bounded subquery names.
      if (name.startsWith('feedback') && index === 0) continue;
      for (const bound of ['from', 'to']) expect(conditions).toContain(`{${bound}:`);
      // Whether anything is known of a window at all is asked of the whole workspace; its rows are never shown.
      if (name !== 'any-evaluation') expect(conditions).toContain('{environment_ids:');
    }
  });

  it.each(QUERIES)('%s keeps hostile values out of its text', (_name, query) => {
    expect(query(HOSTILE).sql).toBe(query({ ...PLAIN, ids: HOSTILE.ids }).sql);
    for (const value of [HOSTILE.organization, HOSTILE.text, ...HOSTILE.ids.slice(2)]) {
      expect(query(HOSTILE).sql).not.toContain(value);
    }
  });

  it('reads the label of an issuer only where it may be shown', () => {
    expect(feedbackPageQuery(filterOf(PLAIN), {}, first, false).sql).not.toMatch(/\bissuer\b/);
  });

  it('does not read what effects cost without access to money', () => {
    expect(receiptChargesQuery(filterOf(PLAIN), 'q1', false).sql).not.toContain('nanos');
  });

  it('binds a position to the last digit', () => {
    expect(endedRequestsQuery(filterOf(PLAIN), selectRequests({}), after('q\u{1F600}')).params).toMatchObject({
      rows: '51',
      after_at: '1768500000.000',
      after_logical_request_id: 'q\u{1F600}',
    });
  });
});
