import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { APRIL_FACTS } from '../../../testing/insight/april-facts.ts';
import { askFacts, type AskingTerms } from '../../../testing/insight/asking.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../testing/insight/facts.ts';
import { cellTexts } from '../../../testing/insight/measured.ts';

const APRIL: InsightQuery = {
  schema: 1,
  shape: 'facets',
  scope: {},
  from: '2026-04-01T00:00:00Z',
  to: '2026-04-03T00:00:00Z',
};
const MAY = new Date('2026-05-01T12:00:00.000Z');
const WATERMARKS = (['gateway_journal', 'control_plane_outbox'] as const).map((producer_class) => ({
  producer_class,
  produced_through: 100n,
  indexed_through: 100n,
  last_indexed_at: MAY,
}));

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(APRIL_FACTS);
});

afterAll(() => facts.drop());

function ask(query: Partial<InsightQuery>, snapshot: AskingTerms['snapshot'] = {}): Promise<InsightAnswer> {
  return askFacts(facts, { ...APRIL, ...query }, { now: MAY, snapshot: { watermarks: WATERMARKS, ...snapshot } });
}

function nameOf({ bucket, facet }: AnswerGroup): string {
  const value = facet?.other ? 'other' : facet?.unserved ? 'unserved' : (facet?.value ?? 'none');
  return bucket === undefined ? value : `${bucket.label} ${value}`;
}

function table({ groups = [] }: InsightAnswer): unknown[] {
  return groups.map((group) => [nameOf(group), ...Object.values(cellTexts(group))]);
}

describe('the top values of a facet', () => {
  const metrics = ['requests.v1', 'tokens.v1', 'provider_spend.v1', 'response_latency.v1', 'model_mix.v1'];

  it('are followed by all others as one group, with the same total', async () => {
    expect(table(await ask({ facets: ['final_model'], top_values: 1, metrics }))).toEqual([
      ['small-1', '2 count', '110 tokens', '400 nano_usd', '195 milliseconds', '0.4 ratio'],
      ['other', '3 count', '1001 tokens', '5550 nano_usd', '50 milliseconds', '0.6 ratio'],
    ]);
    expect(table(await ask({ facets: ['final_model'], top_values: 2, metrics }))).toEqual([
      ['small-1', '2 count', '110 tokens', '400 nano_usd', '195 milliseconds', '0.4 ratio'],
      ['unserved', '2 count', '0 tokens', '0 nano_usd', 'not_observed', '0.4 ratio'],
      ['other', '1 count', '1001 tokens', '5550 nano_usd', '50 milliseconds', '0.2 ratio'],
    ]);
  });

  it('are the same groups as without it, with an empty last group if there are no others', async () => {
    const all = await ask({ facets: ['final_model', 'outcome'], metrics });
    const top = await ask({ facets: ['final_model', 'outcome'], top_values: 25, metrics });
    expect(top.groups?.filter(({ facet }) => !facet?.other)).toEqual(all.groups);
    expect(top.truncated).toBe(false);
    const others = top.groups?.filter(({ facet }) => facet?.other).map((group) => Object.values(cellTexts(group)));
    expect(others).toEqual([
      ['0 count', '0 tokens', '0 nano_usd', 'not_observed', '0 ratio'],
      ['0 count', 'not_observed', 'not_observed', 'not_observed', 'denominator_zero'],
    ]);
  });

  it('include requests that have not ended in their groups', async () => {
    const outcomes = { facets: ['outcome'], metrics: ['requests.v1', 'outcomes.v1', 'response_latency.v1'] } as const;
    expect(
      table(await ask({ ...outcomes, facets: ['outcome'], metrics: [...outcomes.metrics], top_values: 2 })),
    ).toEqual([
      ['succeeded', '2 count', '2 count', '195 milliseconds'],
      ['cancelled', '1 count', '1 count', '50 milliseconds'],
      ['other', '2 count', '1 count', 'not_observed'],
    ]);
  });

  it('count distinct runs and rated requests of all others once', async () => {
    const counted = ['requests.v1', 'team_runs.v1', 'app_feedback.v1', 'app_feedback_rated_requests.v1', 'protection.v1', 'release_annotations.v1']; // prettier-ignore
    const { groups } = await ask({ facets: ['release'], top_values: 1, metrics: counted });
    expect(groups?.map((group) => [nameOf(group), ...Object.values(cellTexts(group))])).toEqual([
      [
        'r2',
        '3 count',
        'at least 1 count (trace_unknown)',
        'not_observed',
        'not_observed',
        'at least 2 count (protection_observations_missing)',
        '2 marker',
      ],
      ['other', '2 count', '1 count', '3 count', '2 count', '2 count', '1 marker'],
    ]);
  });

  it('of a series are those of the complete window, each with every bucket, under the pin of any question', async () => {
    const { read_context: pin } = await ask({ shape: 'overview', metrics: ['requests.v1'] });
    const series = await ask({
      shape: 'series',
      grain: 'day',
      bucket_tz: 'Asia/Tokyo',
      facets: ['final_model'],
      top_values: 1,
      metrics: ['requests.v1', 'tokens.v1'],
      read_context: pin,
    });
    expect(series.read_context).toEqual(pin);
    expect(table(series)).toEqual([
      ['2026-04-01 small-1', '2 count', '110 tokens'],
      ['2026-04-02 small-1', '0 count', '0 tokens'],
      ['2026-04-03 small-1', '0 count', '0 tokens'],
      ['2026-04-01 other', '0 count', '1000 tokens'],
      ['2026-04-02 other', '2 count', '1 tokens'],
      ['2026-04-03 other', '1 count', '0 tokens'],
    ]);
  });

  it('have an other group with its exclusions and gaps', async () => {
    const first = { from: new Date('2026-04-02T00:00:00Z'), to: new Date('2026-04-03T00:00:00Z') };
    const asked = {
      facets: ['final_model'],
      top_values: 1,
      metrics: ['requests.v1', 'tokens.v1'],
    } satisfies Partial<InsightQuery>;
    expect(table(await ask(asked, { exclusions: [{ environmentIds: ['env_a'], ...first }] }))).toEqual([
      ['small-1', '2 count', '110 tokens'],
      ['other', 'excluded', '1000 tokens'],
    ]);
    const gap = 'ingest_gap:gateway_journal';
    expect(table(await ask(asked, { gaps: [{ producerClass: 'gateway_journal', ...first }] }))).toEqual([
      ['small-1', `at least 2 count (${gap})`, `at least 110 tokens (${gap})`],
      ['other', `at least 3 count (${gap})`, `at least 1001 tokens (${gap})`],
    ]);
  });
});
