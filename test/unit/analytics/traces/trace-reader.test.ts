import { describe, expect, it } from 'vitest';
import { createTraceReader, type TraceReader } from '../../../../analytics/traces/trace-reader.ts';
import type { TraceQuery } from '../../../../contracts/traces/trace-queries.ts';
import type { ReadScope } from '../../../../domain/tenancy/scope.ts';
import { makeTraceListQuery, makeTraceQuery } from '../../../../testing/api/made-trace.ts';
import { ingestSnapshot, readScope } from '../../../../testing/insight/question.ts';

/** The ports that a reader reached before it refused, and its refusal. */
async function refusal(
  ask: (reader: TraceReader, scope: ReadScope) => Promise<unknown>,
  scope: Partial<ReadScope> = {},
): Promise<{ code: unknown; pointers: unknown; reached: string[] }> {
  const reached: string[] = [];
  const reader = createTraceReader({
    clickhouse: {
      query: () => {
        reached.push('ClickHouse');
        return Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:8123'));
      },
    },
    ingestState: {
      read: () => {
        reached.push('ingest state');
        return Promise.resolve(ingestSnapshot());
      },
    },
    sealKey: 'k',
    clock: { now: () => new Date('2026-03-01T12:00:00.000Z') },
  });
  const fault: unknown = await ask(reader, readScope(scope)).catch((error: unknown) => error);
  expect(String(fault)).not.toContain('10.0.0.7');
  const { code, faults } = fault as { code?: unknown; faults?: readonly { pointer: string }[] };
  return { code, pointers: faults?.map(({ pointer }) => pointer), reached };
}

describe('a reader of traces', () => {
  it.each<[name: string, change: Partial<Omit<TraceQuery, 'trace_id'>>, code: string, pointers: string[]]>([
    [
      'a scope of another organization',
      { scope: { organization_id: 'org_b' } },
      'validation_failed',
      ['/scope/organization_id'],
    ],
    ['an unknown zone', { display_tz: 'Europe/Atlantis' }, 'validation_failed', ['/display_tz']],
    ['an empty window', { to: '2026-02-01T00:00:00Z' }, 'invalid_query', ['/to']],
    ['a window of four years', { to: '2030-03-01T00:00:00Z' }, 'window_too_large', ['/to']],
    ['a forged read context', { read_context: { seal: 'x' } }, 'read_context_expired', []],
  ])('refuses %s before it reads', async (_name, change, code, pointers) => {
    expect(await refusal((reader, scope) => reader.read({ scope, query: makeTraceQuery(change) }))).toEqual({
      code,
      pointers,
      reached: [],
    });
    expect(await refusal((reader, scope) => reader.list({ scope, query: makeTraceListQuery(change) }))).toEqual({
      code,
      pointers,
      reached: [],
    });
  });

  it('refuses the order by spend without cost.read before it reads', async () => {
    const query = makeTraceListQuery({ order_by: 'spend' });
    const found = await refusal((reader, scope) => reader.list({ scope, query }), { mayReadCost: false });
    expect(found).toEqual({ code: 'forbidden', pointers: ['/order_by'], reached: [] });
  });

  it('is unavailable if ClickHouse does not answer', async () => {
    const expected = { code: 'dependency_unavailable', pointers: [], reached: ['ingest state', 'ClickHouse'] };
    expect(await refusal((reader, scope) => reader.read({ scope, query: makeTraceQuery() }))).toEqual(expected);
    expect(await refusal((reader, scope) => reader.list({ scope, query: makeTraceListQuery() }))).toEqual(expected);
    const bySpend = makeTraceListQuery({ order_by: 'spend' });
    expect(await refusal((reader, scope) => reader.list({ scope, query: bySpend }))).toEqual(expected);
  });
});
