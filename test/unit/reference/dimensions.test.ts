import { describe, expect, it } from 'vitest';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { referenceAnswer } from '../../reference/answer.ts';
import { isInDimension } from '../../reference/dimensions/dimension-values.ts';
import { KnownEvents } from '../../reference/property/known-events.ts';
import { stating } from '../../reference/property/make-dimensions.ts';
import { readScope } from '../../../testing/insight/question.ts';

const AT = '2026-01-05T09:00:00.000Z';
const about = (request: string) =>
  ({
    schema: 1,
    scope: {
      organization_id: 'org_a',
      workspace_id: 't_a',
      application_id: 'app_a',
      gateway_id: 'gw_a',
      environment_id: 'env_a',
    },
    purpose: 'application',
    logical_request_id: request,
  }) as const;

/** An event that states a user; none for an empty text. */
type Of<Change = object> = (request: string, user: string, change?: Change) => FactEvent;

const of = (event: FactEvent, user: string): FactEvent => (user === '' ? event : stating(event, { user }));
const admitted: Of = (request, user) => of({ event: 'request_admitted', ...about(request), admitted_at: AT }, user);
const ended: Of = (request, user) =>
  of(
    {
      event: 'request_terminal',
      ...about(request),
      ...{ admitted_at: AT, terminal_at: AT, status: 'succeeded', attempt_count: 1 },
    },
    user,
  );
const priced: Of<{ nanos: string }> = (request, user, { nanos } = { nanos: '1' }) =>
  of(
    {
      event: 'cost_effect',
      ...about(request),
      ...{ effect_id: 'e', effect_kind: 'settlement', attempt_id: 'a', provider_id: 'p', provider_model: 'm' },
      ...{ occurred_at: AT, price_state: 'priced', nanos },
    },
    user,
  );
const verdict: Of = (request, user) =>
  of(
    {
      event: 'feedback_verdict',
      ...about(request),
      ...{ feedback_id: 'f', issuer_ref: 'i', value: 'positive', revision: 1, occurred_at: AT, source: 's' },
      match: 'matched',
    },
    user,
  );

function ask(events: readonly FactEvent[], query: Partial<InsightQuery>, mayReadDimensions = true): AnswerGroup[] {
  const facts = events.map((event, index) => ({ seq: BigInt(index + 1), event }));
  const evaluatedMs = Date.parse('2026-02-01T00:00:00Z');
  const { groups = [] } = referenceAnswer(
    { facts, gaps: [], exclusions: [], keepsFromMs: new Map() },
    {
      scope: readScope({ mayReadDimensions }),
      query: {
        ...{ schema: 1, shape: 'facets', scope: {}, metrics: ['requests.v1', 'provider_spend.v1'] },
        ...{ from: '2026-01-05T00:00:00Z', to: '2026-01-06T00:00:00Z', dimensions: ['user'] },
        ...query,
      },
      pin: { fence: 100n, disclosedThrough: 100n, lastIndexedMs: { gateway_journal: evaluatedMs }, evaluatedMs },
      maxExactSamples: 200_000,
    },
  ).body;
  return groups;
}

/** The member of each group, and the numbers of its cells. */
function table(groups: readonly AnswerGroup[]): unknown[] {
  return groups.map(({ dimension, cells }) => [
    dimension?.withheld ? 'withheld' : dimension?.other ? `${dimension.values} others` : (dimension?.value ?? 'none'),
    ...cells.map(({ value }) => (value.state === 'unavailable' ? value.reason : value.number)),
  ]);
}

describe('groups of the reference by dimension', () => {
  const events = [
    ...[admitted('r1', 'bob'), ended('r1', 'bob'), priced('r1', 'bob', { nanos: '3' })],
    ...[admitted('r2', 'alice'), priced('r2', 'alice', { nanos: '5' }), admitted('r3', '')],
    ...[admitted('r4', '🚀'), admitted('r5', '～'), verdict('r6', 'carol')],
  ];

  it('are ranked values, all other values, and no value', () => {
    expect(table(ask(events, {}))).toEqual([
      ['alice', '1', '5'],
      ['bob', '1', '3'],
      ['～', '1', '0'],
      ['🚀', '1', '0'],
      ['none', '1', '0'],
    ]);
    expect(table(ask(events, { ranked_by: 'spend', dimension_values: 1 }))).toEqual([
      ['alice', '1', '5'],
      ['3 others', '3', '3'],
      ['none', '1', '0'],
    ]);
  });

  it('have the verdicts of values without traffic among the others', () => {
    expect(table(ask(events, { metrics: ['requests.v1', 'app_feedback.v1'] })).slice(-2)).toEqual([
      ['0 others', '0', '1'],
      ['none', '1', 'not_observed'],
    ]);
  });

  it('are two for a reader who may not read values', () => {
    expect(table(ask(events, { dimension_values: 1 }, false))).toEqual([
      ['withheld', 'scope_not_authorized', 'scope_not_authorized'],
      ['none', '1', '0'],
    ]);
  });

  it('count each event under its own value, and a request under both values of its admission and its ending', () => {
    const mixed = [admitted('r1', 'alice'), ended('r1', 'bob'), priced('r1', '', { nanos: '7' })];
    expect(table(ask(mixed, {}))).toEqual([
      ['alice', '1', '0'],
      ['bob', '1', '0'],
      ['none', '0', '7'],
    ]);
    const crossed = [admitted('r1', 'alice'), ended('r1', 'bob'), admitted('r2', 'bob'), ended('r2', 'alice')];
    expect(table(ask(crossed, { metrics: ['requests.v1', 'outcomes.v1'] }))).toEqual([
      ['alice', '1', '1'],
      ['bob', '1', '1'],
      ['none', '0', '0'],
    ]);
  });

  it('count a request under its first event, even if that is its ending', () => {
    expect(table(ask([ended('r1', 'bob'), admitted('r1', 'alice')], { metrics: ['requests.v1'] }))).toEqual([
      ['bob', '1'],
      ['none', '0'],
    ]);
  });

  it('omit pending requests that ended in a way that is not chosen', () => {
    const requests = [admitted('r1', 'alice'), ended('r1', 'alice'), admitted('r2', 'alice'), admitted('r3', 'bob')];
    const group_filter: InsightQuery['group_filter'] = { outcome: { values: ['failed', 'pending_or_unknown'] } };
    expect(table(ask(requests, { group_filter, metrics: ['requests.v1'] }))).toEqual([
      ['alice', '1'],
      ['bob', '1'],
      ['none', '0'],
    ]);
    expect(table(ask(requests.slice(0, 2), { group_filter, metrics: ['requests.v1'] }))).toEqual([]);
  });

  it('are narrowed by values and by facts without a value', () => {
    const numberOf = (dimension_filter: InsightQuery['dimension_filter'] & object): unknown =>
      table(ask(events, { dimension_filter, metrics: ['requests.v1'] }));
    expect(numberOf({ user: { values: ['bob', 'never'] } })).toEqual([
      ['bob', '1'],
      ['none', '0'],
    ]);
    expect(numberOf({ user: { unnamed: true } })).toEqual([['none', '1']]);
    expect(numberOf({ user: { values: ['bob'], unnamed: true }, tenant: { unnamed: true } })).toEqual([
      ['bob', '1'],
      ['none', '1'],
    ]);
  });
});

it('an event that arrives again with other dimensions is a repetition', () => {
  const known = new KnownEvents();
  const line = (event: FactEvent) => ({ kind: 'event', text: JSON.stringify(event), event }) as const;
  const lines = known.recognized([line(admitted('r1', 'alice')), line(admitted('r1', 'bob')), line(ended('r1', ''))]);
  expect(lines.map((each) => each.kind === 'event' && each.isRepeated)).toEqual([undefined, true, undefined]);
});

it('a marker belongs to no group of a dimension', () => {
  const { logical_request_id: _, purpose: __, ...place } = about('r1');
  const marker: FactEvent = {
    event: 'release_marker',
    ...place,
    ...{ marker_id: 'm', marker_kind: 'deployed', release_id: 'r', actor_kind: 'person', occurred_at: AT },
  };
  expect([isInDimension({ name: 'user' }, marker), isInDimension({ name: 'owner' }, marker)]).toEqual([false, false]);
  expect(isInDimension({ name: 'user', value: { noneOf: [] } }, admitted('r1', ''))).toBe(false);
});
