import type { ClickHouseClient } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import type { IngestState } from '../../../../domain/insight/ingest-state.ts';
import { createInsightReader } from '../../../../analytics/insight/insight-reader.ts';
import type { InsightQuery } from '../../../../contracts/insight/insight-query.ts';
import { ingestSnapshot, readScope } from '../../../../testing/insight/question.ts';

const withoutMetrics: InsightQuery = {
  schema: 1,
  shape: 'overview',
  scope: {},
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
};
const overview: InsightQuery = { ...withoutMetrics, metrics: ['requests.v1'] };

/** The ports that a reader reached before it refused, and the code of its refusal. */
async function refusal(query: InsightQuery): Promise<{ code: unknown; reached: string[] }> {
  const reached: string[] = [];
  const ingestState: IngestState = {
    read: () => {
      reached.push('ingest state');
      return Promise.resolve(ingestSnapshot());
    },
  };
  const clickhouse = {
    query: () => {
      reached.push('ClickHouse');
      return Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:8123'));
    },
  } as unknown as ClickHouseClient;
  const reader = createInsightReader({
    clickhouse,
    ingestState,
    sealKey: 'k',
    clock: { now: () => new Date('2026-02-01T12:00:00.000Z') },
  });
  const fault: unknown = await reader.answer({ scope: readScope(), query }).catch((error: unknown) => error);
  expect(String(fault)).not.toContain('10.0.0.7');
  return { code: (fault as { code?: unknown }).code, reached };
}

describe('a reader', () => {
  const cases: [string, InsightQuery, string, string[]][] = [
    ['a scope of another organization', { ...overview, scope: { organization_id: 'org_b' } }, 'validation_failed', []],
    ['a question that does not fit together', { ...overview, grain: 'day' }, 'invalid_query', []],
    ['an unknown metric', { ...overview, metrics: ['happiness.v1'] }, 'metric_version_unknown', []],
    ['a forged read context', { ...overview, read_context: { seal: 'x' } }, 'read_context_expired', []],
    [
      'a forged read context with a cursor',
      { ...withoutMetrics, shape: 'drilldown', drilldown: 'request', cursor: 'c', read_context: { seal: 'x' } },
      'snapshot_expired',
      [],
    ],
    ['a question, when nothing answers it', overview, 'dependency_unavailable', ['ingest state', 'ClickHouse']],
    [
      'a series, when nothing answers it',
      { ...overview, shape: 'series', grain: 'day' },
      'dependency_unavailable',
      ['ingest state', 'ClickHouse'],
    ],
    [
      'rows, when nothing answers them',
      { ...withoutMetrics, shape: 'markers' },
      'dependency_unavailable',
      ['ingest state', 'ClickHouse'],
    ],
  ];

  it.each(cases)('refuses %s without reaching more ports than necessary', async (_name, query, code, reached) => {
    expect(await refusal(query)).toEqual({ code, reached });
  });
});
