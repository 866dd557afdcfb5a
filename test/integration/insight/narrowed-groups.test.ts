import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { GroupFilter } from '../../../contracts/insight/group-filter.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { MEASUREMENT_CATALOGUE } from '../../../contracts/insight/measurement-catalogue.ts';
import { APRIL_FACTS } from '../../../testing/insight/april-facts.ts';
import { askFacts, type AskingTerms } from '../../../testing/insight/asking.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../testing/insight/facts.ts';
import { cellTexts } from '../../../testing/insight/measured.ts';

const APRIL: InsightQuery = {
  schema: 1,
  shape: 'overview',
  scope: {},
  from: '2026-04-01T00:00:00Z',
  to: '2026-04-03T00:00:00Z',
};
const MAY: AskingTerms = { now: new Date('2026-05-01T12:00:00.000Z') };
/** All metrics except mixes, because under its own facet a mix is a share of another total. */
const METRICS = Object.keys(MEASUREMENT_CATALOGUE).filter((metric) => !metric.endsWith('_mix.v1'));

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(APRIL_FACTS);
});

afterAll(() => facts.drop());

function ask(query: Partial<InsightQuery>): Promise<InsightAnswer> {
  return askFacts(facts, { ...APRIL, ...query }, MAY);
}

async function cellsOf(group_filter: GroupFilter, metrics: string[]): Promise<unknown> {
  const { groups } = await ask({ group_filter, metrics });
  return groups?.map((group) => Object.values(cellTexts(group)));
}

/** The filter that selects one group. */
function naming(facet: AnswerGroup['facet']): GroupFilter {
  if (facet === undefined) throw new Error('A group of a facet is due.');
  const { member, value, unserved } = facet;
  const named = unserved ? { unserved } : value === undefined ? { unnamed: true } : { values: [value] };
  return { [member]: named };
}

describe('figures that are narrowed to a group', () => {
  it.each(['final_model', 'route', 'outcome', 'connection'] as const)(
    'of %s are those of the group',
    async (member) => {
      const { groups = [] } = await ask({ shape: 'facets', facets: [member], metrics: METRICS });
      expect(groups.length).toBeGreaterThan(2);
      for (const { facet, ...group } of groups) {
        const narrowed = await ask({ metrics: METRICS, group_filter: naming(facet) });
        expect(narrowed.groups).toEqual([group]);
      }
    },
  );

  it('of all groups of a facet equal the total', async () => {
    const metrics = ['requests.v1', 'outcomes.v1', 'tokens.v1', 'provider_spend.v1', 'response_latency.v1'];
    const whole = await ask({ metrics });
    const models: GroupFilter = { final_model: { values: ['small-1', 'large-1'], unserved: true } };
    expect((await ask({ metrics, group_filter: models })).groups).toEqual(whole.groups);
    const teams: GroupFilter = { team: { values: ['blue', 'red'], unnamed: true } };
    expect((await ask({ metrics, group_filter: teams })).groups).toEqual(whole.groups);
  });

  it('of a team include everything except markers', async () => {
    const metrics = ['requests.v1', 'tokens.v1', 'cost_per_1000_requests.v1', 'app_feedback.v1', 'team_runs.v1', 'protection.v1', 'release_annotations.v1']; // oxfmt-ignore
    const missing = 'protection_observations_missing';
    expect(await cellsOf({ team: { values: ['blue'] } }, metrics)).toEqual([
      [
        '4 count',
        '1111 tokens',
        '1487500 nano_usd',
        '3 count',
        '2 count',
        `at least 4 count (${missing})`,
        'not_observed',
      ],
    ]);
    expect(await cellsOf({ team: { values: ['red'] } }, metrics)).toEqual([
      ['1 count', '0 tokens', '0 nano_usd', 'not_observed', 'coverage_unknown', 'not_observed', 'not_observed'],
    ]);
    expect(await cellsOf({ team: { unnamed: true } }, metrics)).toBeUndefined();
  });

  it('by several members include the facts that match all of them', async () => {
    const metrics = ['requests.v1', 'outcomes.v1', 'completion_rate.v1', 'model_mix.v1', 'tokens.v1'];
    const pending: GroupFilter = {
      outcome: { values: ['pending_or_unknown', 'refused'] },
      final_model: { unserved: true },
    };
    expect(await cellsOf(pending, metrics)).toEqual([['2 count', '1 count', '0 ratio', '0 ratio', 'not_observed']]);
    expect(await cellsOf({ ...pending, team: { values: ['red'] } }, metrics)).toEqual([
      ['1 count', '0 count', '0 ratio', '0 ratio', 'not_observed'],
    ]);
    const blue = { final_model: { values: ['small-1'] }, connection: { values: ['c1'] }, team: { values: ['blue'] } };
    expect(await cellsOf(blue, metrics)).toEqual([['2 count', '2 count', '1 ratio', '1 ratio', '110 tokens']]);
    expect(await cellsOf({ ...blue, outcome: { values: ['failed'] } }, metrics)).toBeUndefined();
  });

  it('by day and release keep requests that have not ended', async () => {
    const { groups = [] } = await ask({
      shape: 'series',
      grain: 'day',
      facets: ['release'],
      metrics: ['requests.v1', 'outcomes.v1'],
      group_filter: { outcome: { values: ['pending_or_unknown', 'cancelled'] } },
    });
    expect(
      groups.map(({ bucket, facet, ...group }) => [bucket?.label, facet?.value, ...Object.values(cellTexts(group))]),
    ).toEqual([
      // oxfmt-ignore
      ['2026-04-01', 'r2', '0 count', '0 count'],
      ['2026-04-02', 'r2', '2 count', '1 count'],
    ]);
  });

  it('lead to their requests under the same pin, and another filter works under it too', async () => {
    const { read_context: pin, groups } = await ask({
      metrics: ['requests.v1'],
      group_filter: { outcome: { values: ['pending_or_unknown'] } },
    });
    expect(groups?.map((group) => cellTexts(group)['requests.v1'])).toEqual(['1 count']);
    const rows = await ask({
      shape: 'drilldown',
      drilldown: 'request',
      facet_filter: { member: 'outcome', value: 'pending_or_unknown' },
      read_context: pin,
    });
    expect(rows.requests?.map((request) => request.logical_request_id)).toEqual(['q5']);
    const other = await ask({
      metrics: ['requests.v1'],
      group_filter: { team: { values: ['red'] } },
      read_context: pin,
    });
    expect(other.read_context).toEqual(pin);
    expect(other.minted).toBe(false);
  });

  it('treat values that look like SQL as values', async () => {
    const hostile = [`small-1') OR (1=1`, `'`, '\\', '{fence:UInt64}', `c1'--`];
    expect(await cellsOf({ final_model: { values: hostile } }, ['requests.v1'])).toBeUndefined();
    expect(await cellsOf({ route: { values: hostile }, team: { values: hostile } }, ['requests.v1'])).toBeUndefined();
  });
});
