import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { askFacts, type AskingTerms } from '../../../testing/insight/asking.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../testing/insight/facts.ts';
import { cellTexts } from '../../../testing/insight/measured.ts';

/** Instants around the clock changes of Berlin, which are on 29 March 2026 (forward) and 25 October (back). */
const INSTANTS = [
  '2026-03-28 22:59:59.999',
  '2026-03-28 23:00:00.000',
  '2026-03-29 21:59:59.999',
  '2026-03-29 22:00:00.000',
  '2026-10-24 21:59:59.999',
  '2026-10-24 22:00:00.000',
  '2026-10-25 22:59:59.999',
  '2026-10-25 23:00:00.000',
  // Instants half an hour apart, on both sides of midnight in Kolkata.
  '2026-05-01 18:29:59.999',
  '2026-05-01 18:30:00.000',
];

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  const requests = INSTANTS.map((admitted_at, index) => ({ admitted_at, logical_request_id: `r${index}` }));
  await facts.insert({
    request_admissions_v1: requests,
    request_terminals_v1: requests.map((request, index) => ({
      ...request,
      terminal_at: request.admitted_at,
      status: 'succeeded',
      total_ms: index,
    })),
    release_markers_v1: INSTANTS.map((occurred_at, index) => ({
      occurred_at,
      marker_id: `m${index}`,
      release_id: 'r1',
      marker_kind: 'deployed',
      purpose: '',
    })),
  });
});

afterAll(() => facts.drop());

function ask(query: Partial<InsightQuery>, snapshot: AskingTerms['snapshot'] = {}): Promise<InsightAnswer> {
  const asked: InsightQuery = {
    schema: 1,
    shape: 'series',
    grain: 'day',
    scope: {},
    from: '2026-03-28T00:00:00Z',
    to: '2026-03-30T12:00:00Z',
    bucket_tz: 'Europe/Berlin',
    metrics: ['requests.v1', 'response_latency.v1', 'release_annotations.v1'],
    ...query,
  };
  const watermarks = (['gateway_journal', 'control_plane_outbox'] as const).map((producer_class) => ({
    producer_class,
    produced_through: 100n,
    indexed_through: 100n,
    last_indexed_at: new Date('2026-12-01T11:59:00.000Z'),
  }));
  return askFacts(facts, asked, { now: new Date('2026-12-01T12:00:00.000Z'), snapshot: { watermarks, ...snapshot } });
}

function table({ groups = [] }: InsightAnswer): unknown[] {
  return groups.map((group) => {
    const { from = '', to = '', label } = group.bucket ?? {};
    return [label, from, (Date.parse(to) - Date.parse(from)) / 3_600_000, ...Object.values(cellTexts(group))];
  });
}

describe('a series by the days of a zone', () => {
  it('has a day of 23 hours if clocks go forward, with its bounds', async () => {
    expect(table(await ask({}))).toEqual([
      ['2026-03-28', '2026-03-28T00:00:00.000Z', 23, '1 count', '0 milliseconds', '1 marker'],
      ['2026-03-29', '2026-03-28T23:00:00.000Z', 23, '2 count', '1.95 milliseconds', '2 marker'],
      ['2026-03-30', '2026-03-29T22:00:00.000Z', 14, '1 count', '3 milliseconds', '1 marker'],
    ]);
  });

  it('has a day of 25 hours if they go back', async () => {
    const october = { from: '2026-10-23T22:00:00Z', to: '2026-10-26T23:00:00Z', metrics: ['requests.v1'] };
    expect(table(await ask({ ...october, display_tz: 'Asia/Tokyo' }))).toEqual([
      ['2026-10-24', '2026-10-23T22:00:00.000Z', 24, '1 count'],
      ['2026-10-25', '2026-10-24T22:00:00.000Z', 25, '2 count'],
      ['2026-10-26', '2026-10-25T23:00:00.000Z', 24, '1 count'],
    ]);
  });

  it('splits the hour that contains midnight', async () => {
    const may = { from: '2026-05-01T00:00:00Z', to: '2026-05-03T00:00:00Z', metrics: ['requests.v1'] };
    expect(table(await ask({ ...may, bucket_tz: 'Asia/Kolkata' }))).toEqual([
      ['2026-05-01', '2026-05-01T00:00:00.000Z', 18.5, '1 count'],
      ['2026-05-02', '2026-05-01T18:30:00.000Z', 24, '1 count'],
      ['2026-05-03', '2026-05-02T18:30:00.000Z', 5.5, '0 count'],
    ]);
  });

  it('collects weeks and months of those days, and does not change hours', async () => {
    const spring = { from: '2026-03-22T00:00:00Z', to: '2026-03-31T00:00:00Z', metrics: ['requests.v1'] };
    expect(table(await ask({ ...spring, grain: 'week' }))).toEqual([
      ['2026-03-16', '2026-03-22T00:00:00.000Z', 23, '0 count'],
      ['2026-03-23', '2026-03-22T23:00:00.000Z', 167, '3 count'],
      ['2026-03-30', '2026-03-29T22:00:00.000Z', 26, '1 count'],
    ]);
    const year = { from: '2025-12-31T23:00:00Z', to: '2026-04-30T22:00:00Z', metrics: ['requests.v1'] };
    expect(table(await ask({ ...year, grain: 'month' }))).toEqual([
      ['2026-01', '2025-12-31T23:00:00.000Z', 31 * 24, '0 count'],
      ['2026-02', '2026-01-31T23:00:00.000Z', 28 * 24, '0 count'],
      ['2026-03', '2026-02-28T23:00:00.000Z', 31 * 24 - 1, '4 count'],
      ['2026-04', '2026-03-31T22:00:00.000Z', 30 * 24, '0 count'],
    ]);
    const hours = { from: '2026-05-01T18:00:00Z', to: '2026-05-01T20:00:00Z', metrics: ['requests.v1'] };
    expect(table(await ask({ ...hours, grain: 'hour', bucket_tz: 'Asia/Kolkata' }))).toEqual([
      ['2026-05-01 18:00 +00:00', '2026-05-01T18:00:00.000Z', 1, '2 count'],
      ['2026-05-01 19:00 +00:00', '2026-05-01T19:00:00.000Z', 1, '0 count'],
    ]);
  });

  it('discloses the gaps and exclusions of each day', async () => {
    const gap = { from: new Date('2026-03-28T23:30:00Z'), to: new Date('2026-03-28T23:31:00Z') };
    const excluded = { from: new Date('2026-03-29T22:00:00Z'), to: new Date('2026-03-29T23:00:00Z') };
    const answer = await ask(
      { metrics: ['requests.v1'] },
      {
        gaps: [{ producerClass: 'gateway_journal', ...gap }],
        exclusions: [{ environmentIds: ['env_a'], ...excluded }],
        keepsFrom: new Date('2026-03-28T00:00:00Z'),
      },
    );
    expect(table(answer).map((row) => (row as unknown[]).at(-1))).toEqual([
      '1 count',
      'at least 2 count (ingest_gap:gateway_journal)',
      'excluded',
    ]);
  });

  it('covers three years of half hours, and continues under the pin of another shape', async () => {
    const wide = { from: '2024-01-01T00:00:00Z', to: '2027-01-04T00:00:00Z', metrics: ['requests.v1'] };
    const overview = await askFacts(
      facts,
      { schema: 1, shape: 'overview', scope: {}, ...wide },
      { now: new Date('2026-12-01T12:00:00.000Z') },
    );
    const series = await askFacts(
      facts,
      {
        schema: 1,
        shape: 'series',
        grain: 'day',
        scope: {},
        ...wide,
        bucket_tz: 'Asia/Kolkata',
        read_context: overview.read_context,
      },
      { now: new Date('2026-12-01T12:00:00.000Z') },
    );
    expect(series.read_context).toEqual(overview.read_context);
    expect(series.groups).toHaveLength(1_100);
    const total = (series.groups ?? []).reduce((sum, group) => {
      const value = group.cells[0]?.value;
      return sum + (value?.state === 'available' ? Number(value.number) : 0);
    }, 0);
    expect(total).toBe(INSTANTS.length);
  });
});
