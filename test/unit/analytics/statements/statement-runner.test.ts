import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { createStatementRunner, type StatementRunnerParts } from '../../../../analytics/statements/statement-runner.ts';
import type { BoundQuery } from '../../../../analytics/statements/bound-query.ts';
import { collectSpans } from '../../../../testing/collected-spans.ts';

const QUESTION: BoundQuery = { tag: 'insight.sums', sql: 'SELECT {a:String} AS a', params: { a: 'x', fence: '1' } };

/** A statement that reached ClickHouse. The test answers it. */
interface Reached {
  readonly sql: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly queryId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  answer(rows: unknown[]): void;
  fail(fault: Error): void;
}

function fakeClickHouse(parts: Omit<StatementRunnerParts, 'clickhouse'> = {}) {
  const reached: Reached[] = [];
  const query = (call: Parameters<ClickHouseClient['query']>[0]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const signal = call.abort_signal as AbortSignal;
      signal.addEventListener('abort', () => reject(new Error('The user aborted a request.')));
      reached.push({
        sql: call.query,
        settings: { ...call.clickhouse_settings },
        queryId: call.query_id ?? '',
        headers: { ...call.http_headers },
        signal,
        answer: (rows) => resolve({ stream: () => Readable.from([rows.map((row) => ({ json: () => row }))]) }),
        fail: reject,
      });
    });
  const clickhouse = { query } as unknown as ClickHouseClient;
  return { reached, runner: createStatementRunner({ clickhouse, ...parts }) };
}

describe('the statements of questions', () => {
  it('run once while equal ones are in progress, and again afterwards', async () => {
    const { reached, runner } = fakeClickHouse();
    const both = [
      runner.forQuestion({})(QUESTION),
      runner.forQuestion({})({ ...QUESTION, params: { ...QUESTION.params } }),
    ];
    expect(reached).toHaveLength(1);
    reached[0]?.answer([{ a: 'x' }]);
    expect(await Promise.all(both)).toEqual([[{ a: 'x' }], [{ a: 'x' }]]);
    const third = runner.forQuestion({})(QUESTION);
    expect(reached).toHaveLength(2);
    reached[1]?.answer([]);
    expect(await third).toEqual([]);
  });

  it.each([
    ['another text', { ...QUESTION, sql: 'SELECT 1' }],
    ['another fence', { ...QUESTION, params: { a: 'x', fence: '2' } }],
  ])('are not shared if they differ by %s', async (_name, other) => {
    const { reached, runner } = fakeClickHouse();
    const both = [runner.forQuestion({})(QUESTION), runner.forQuestion({})(other)];
    reached[0]?.answer([1]);
    reached[1]?.answer([2]);
    expect(await Promise.all(both)).toEqual([[1], [2]]);
  });

  it('continue for the others if one caller leaves, and end with the last', async () => {
    const { reached, runner } = fakeClickHouse();
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const asked = [first, second, third].map(({ signal }) => runner.forQuestion({ signal })(QUESTION));
    const outcomes = Promise.allSettled(asked);
    first.abort(new Error('first left'));
    await expect(asked[0]).rejects.toThrow('first left');
    expect(reached[0]?.signal.aborted).toBe(false);
    second.abort(new Error('second left'));
    third.abort(new Error('third left'));
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(reached[0]?.signal.aborted).toBe(true);
    expect(reached).toHaveLength(1);
  });

  it('do not join a run that its last caller has left', async () => {
    const { reached, runner } = fakeClickHouse();
    const leaving = new AbortController();
    const left = runner.forQuestion({ signal: leaving.signal })(QUESTION);
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    const next = runner.forQuestion({})(QUESTION);
    expect(reached).toHaveLength(2);
    reached[1]?.answer([1]);
    expect(await next).toEqual([1]);
  });

  it('do not begin for a caller that has already left', async () => {
    const { reached, runner } = fakeClickHouse();
    const asking = runner.forQuestion({ signal: AbortSignal.abort(new Error('gone')) })(QUESTION);
    await expect(asking).rejects.toThrow('gone');
    expect(reached).toEqual([]);
  });

  it('have the remaining budget of their question, their tag and the request', async () => {
    let now = 1_000;
    const { reached, runner } = fakeClickHouse({ monotonicMs: () => now });
    const ask = runner.forQuestion({ requestId: 'req_1' });
    const first = ask(QUESTION);
    reached[0]?.answer([]);
    await first;
    now += 28_500;
    const second = ask(QUESTION);
    reached[1]?.answer([]);
    await second;
    now += 1_500;
    await expect(ask(QUESTION)).rejects.toMatchObject({ code: 'budget_exceeded' });
    expect(reached.map((each) => each.settings)).toEqual([
      {
        max_execution_time: 30,
        max_rows_to_read: '2000000000',
        max_memory_usage: '1073741824',
        log_comment: 'insight.sums',
      },
      expect.objectContaining({ max_execution_time: 2 }),
    ]);
    expect(reached[0]?.queryId).toMatch(/^insight\.sums:req_1:[0-9a-f-]{36}$/);
  });

  it('exceed their budget if they return more rows than one statement may', async () => {
    const { reached, runner } = fakeClickHouse();
    const ask = runner.forQuestion({});
    const max = ask(QUESTION);
    reached[0]?.answer(new Array<number>(250_000).fill(7));
    await expect(max).resolves.toHaveLength(250_000);
    const more = ask(QUESTION);
    reached[1]?.answer(new Array<number>(250_001).fill(7));
    await expect(more).rejects.toMatchObject({ code: 'budget_exceeded' });
  });

  it.each([
    ['budget_exceeded', new ClickHouseError({ message: 'too slow', code: '159', type: 'TIMEOUT_EXCEEDED' })],
    ['dependency_unavailable', new Error('connect ECONNREFUSED 10.0.0.7:8123')],
  ])('give every caller %s', async (code, fault) => {
    const { reached, runner } = fakeClickHouse();
    const both = [runner.forQuestion({})(QUESTION), runner.forQuestion({})(QUESTION)];
    reached[0]?.fail(fault);
    for (const outcome of await Promise.allSettled(both)) expect(outcome).toMatchObject({ reason: { code } });
  });

  it('stop waiting for a ClickHouse that accepts them and does not answer', async () => {
    let now = 0;
    const { runner } = fakeClickHouse({ patienceMs: 0, monotonicMs: () => now });
    const ask = runner.forQuestion({});
    now = 29_995;
    await expect(ask(QUESTION)).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});

describe('the spans of statements', () => {
  it('do not exist without an SDK, and ClickHouse gets no trace', async () => {
    const { reached, runner } = fakeClickHouse();
    const asked = runner.forQuestion({})(QUESTION);
    expect(reached[0]?.headers).toEqual({});
    reached[0]?.answer([]);
    expect(await asked).toEqual([]);
  });

  it('are one per caller: ClickHouse’s is the first one, and the others link to it', async () => {
    const spans = collectSpans();
    const { reached, runner } = fakeClickHouse();
    const both = [runner.forQuestion({})(QUESTION), runner.forQuestion({})(QUESTION)];
    reached[0]?.answer([{ a: 'x' }]);
    await Promise.all(both);
    const [began, joined] = await spans.ended(2);
    const { traceId, spanId } = began!.spanContext();
    expect(reached.map(({ headers }) => headers)).toEqual([{ traceparent: `00-${traceId}-${spanId}-01` }]);
    expect(began!.attributes).toEqual({
      'db.system.name': 'clickhouse',
      'db.operation.name': 'SELECT',
      'db.query.summary': 'insight.sums',
      'db.response.returned_rows': 1,
      'truetally.clickhouse.query_id': reached[0]?.queryId,
    });
    expect(began!.links).toEqual([]);
    expect(joined!.links.map(({ context }) => context.spanId)).toEqual([spanId]);
  });

  it('have the kind of a fault and not its message', async () => {
    const spans = collectSpans();
    const { reached, runner } = fakeClickHouse();
    const asked = runner.forQuestion({})(QUESTION);
    reached[0]?.fail(new ClickHouseError({ message: 'of Ada', code: '159', type: 'TIMEOUT_EXCEEDED' }));
    await expect(asked).rejects.toThrow();
    const [span] = await spans.ended(1);
    expect(span!.attributes['error.type']).toBe('budget_exceeded');
    expect(JSON.stringify([span!.attributes, span!.events, span!.status])).not.toContain('Ada');
  });
});
