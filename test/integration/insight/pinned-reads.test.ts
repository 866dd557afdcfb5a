import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { createInsightReader, type AnsweredQuestion } from '../../../analytics/insight/insight-reader.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { askFacts, createFactsReader, type AskingTerms } from '../../../testing/insight/asking.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../testing/insight/facts.ts';
import { JANUARY_FACTS } from '../../../testing/insight/january-facts.ts';
import { ingestSnapshot, readScope } from '../../../testing/insight/question.ts';

const JANUARY: InsightQuery = {
  schema: 1,
  shape: 'overview',
  scope: {},
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
  metrics: [
    'requests.v1',
    'completion_rate.v1',
    'provider_spend.v1',
    'tokens.v1',
    'freshness_lag.v1',
    'coverage.v1',
    'response_latency.v1',
    'app_feedback.v1',
    'team_runs.v1',
    'protection.v1',
    'release_annotations.v1',
  ],
};
const NOW = new Date('2026-02-01T12:00:00.000Z');

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(JANUARY_FACTS);
});

afterAll(() => facts.drop());

const ask = (query: Partial<InsightQuery>, terms: AskingTerms = {}): Promise<InsightAnswer> =>
  askFacts(facts, { ...JANUARY, ...query }, terms);

const GAP = { producerClass: 'gateway_journal', from: new Date(JANUARY.from), to: NOW } as const;
const LATER: AskingTerms = {
  snapshot: {
    fence: 200n,
    ownFence: 200n,
    disclosedThrough: 200n,
    ownDisclosedThrough: 200n,
    watermarks: [],
    gaps: [GAP],
  },
  now: new Date('2026-02-02T11:00:00.000Z'),
};

describe('reads under one pin', () => {
  const questions: [string, Partial<InsightQuery>][] = [
    ['overview', {}],
    ['overview that compares', { comparison: 'previous_period' }],
    ['series', { shape: 'series', grain: 'week' }],
    ['series of a facet', { shape: 'series', grain: 'month', facets: ['release'] }],
    ['facets', { shape: 'facets', facets: ['outcome', 'purpose', 'final_model', 'route', 'connection'] }],
  ];

  it.each(questions)('are equal for an %s although facts, gaps and time have changed', async (_name, query) => {
    const first = await ask(query);
    const echoed = { ...query, read_context: first.read_context, to: '2026-02-01T01:00:00+01:00' };
    expect(await ask(echoed, LATER)).toEqual({ ...first, minted: false });
    const { read_context: moved, ...fresh } = await ask(query, LATER);
    expect(moved.arrival_fence).toBe('200');
    expect(fresh.coverage).toEqual(['ingest_gap:gateway_journal']);
    expect(fresh.groups).not.toEqual(first.groups);
  });

  it('are possible from every shape to every other', async () => {
    const { read_context: ofDays } = await ask({ shape: 'series', grain: 'day' });
    expect(ofDays.grain).toBe('day');
    const { read_context: ofAll } = await ask({});
    for (const pin of [ofDays, ofAll]) {
      for (const [, query] of questions) {
        const followed = await ask({ ...query, read_context: pin }, LATER);
        expect(followed).toMatchObject({ read_context: pin, minted: false, coverage: [] });
        expect(followed.groups).toEqual((await ask(query)).groups);
      }
    }
  });

  it('are refused to another user, and after a change of a generation', async () => {
    const { read_context: pin } = await ask({});
    await expect(ask({ read_context: pin }, { scope: { subjectId: 'sub_b' } })).rejects.toMatchObject({
      code: 'read_context_expired',
    });
    const generations = { projection: 1, retention: 2, exclusion: 1 };
    await expect(ask({ read_context: pin }, { snapshot: { generations } })).rejects.toMatchObject({
      code: 'read_context_expired',
    });
  });
});

describe('a question that ClickHouse cannot answer', () => {
  const elsewhere = (clickhouseUrl: string): Promise<AnsweredQuestion> =>
    createInsightReader({
      clickhouse: createAnalyticsClient(clickhouseUrl),
      ingestState: { read: () => Promise.resolve(ingestSnapshot()) },
      sealKey: 'k',
      clock: { now: () => NOW },
    }).answer({ scope: readScope(), query: JANUARY });

  it('is dependency_unavailable if no server listens', async () => {
    await expect(elsewhere('http://127.0.0.1:1/truetally')).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });

  it('is dependency_unavailable if the tables do not exist yet', async () => {
    const url = new URL(inject('clickhouseUrl'));
    url.pathname = '/never_made';
    await expect(elsewhere(url.href)).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });

  it.each(['159', '158', '241', '307', '396'])('is budget_exceeded if it costs too much (%s)', async (code) => {
    const server = createServer((_request, response) => {
      response.writeHead(500, { 'x-clickhouse-exception-code': code });
      response.end(`Code: ${code}. DB::Exception: too much of internal-table. (LIMIT)`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/truetally`;
      await expect(elsewhere(url)).rejects.toMatchObject({
        code: 'budget_exceeded',
        message: expect.not.stringContaining('internal') as string,
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('stops with the reason of its abort', async () => {
    const stopped = new Error('The run was cancelled.');
    const answer = createFactsReader(facts).answer({
      scope: readScope(),
      query: JANUARY,
      signal: AbortSignal.abort(stopped),
    });
    await expect(answer).rejects.toBe(stopped);
  });
});
