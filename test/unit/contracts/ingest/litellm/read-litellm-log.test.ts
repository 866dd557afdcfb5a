import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLitellmLog } from '../../../../../contracts/ingest/litellm/read-litellm-log.ts';
import type { ReportedCall } from '../../../../../contracts/ingest/received/reported-call.ts';
import type { CallPrices } from '../../../../../domain/models/call-prices.ts';

const prices: CallPrices = {
  priceOf: ({ tokens }) => ({
    state: 'unpriced',
    reason: tokens === undefined ? 'usage_unknown' : 'model_not_in_table',
    revision: 'table 7',
  }),
};

function recorded(file: string): Record<string, unknown>[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Record<string, unknown>[];
}

/**
 * The log of a proxy with LiteLLM 1.104.5 about seven calls with recorded answers, without their content. The calls are
 * an answer, the same answer from its cache, an answer of another provider and an answer of a model without a price. A
 * refusal, and a failure with its fallback follow.
 */
const RECORDED = recorded('recorded-log.json');
/**
 * The log of LiteLLM 1.93.0 about three streams and a failed request. The second stream was asked to state its usage
 * and the third was not. The request was for a model without an available deployment.
 */
const STREAMS = recorded('recorded-streams.json');
const [ANSWER = {}] = RECORDED;

function callOf(log: unknown): ReportedCall {
  const reading = readLitellmLog(log, prices);
  if (typeof reading === 'string' || !('call' in reading)) throw new Error(JSON.stringify(reading));
  return reading.call;
}

const unpriced = (reason: string) => ({ fromTable: { state: 'unpriced', reason, revision: 'table 7' } });

describe('an entry of LiteLLM’s log', () => {
  it('is a call with its own values', () => {
    expect(callOf(ANSWER)).toEqual({
      id: '073edb5e-7b40-462a-aa88-903e50ffc01f.1795409461290',
      dimensions: { purpose: 'application', route_id: 'small', trace_id: 'ff7fcf83-662f-4d73-ba91-1bbff6decb0b' },
      connectionId: '253d5bd5c7535cd8c2305fc8cae85e44b77d43c543b25884b1e55528df332c7a',
      startedAt: new Date('2026-11-23T04:51:01.290Z'),
      endedAt: new Date('2026-11-23T04:51:01.309Z'),
      totalMs: 19,
      status: 'succeeded',
      streaming: false,
      firstOutputMs: 19,
      called: {
        provider: 'openai',
        model: 'gpt-4o-mini',
        outputState: 'complete',
        usage: { source: 'gateway', input: 14, output: 3, total: 17 },
        price: unpriced('model_not_in_table'),
        statedNanos: '3900',
      },
    });
  });

  it('was recorded for every kind of ending and price', () => {
    expect(
      RECORDED.map(callOf).map(({ status, terminalKind, called }) => [
        status,
        terminalKind,
        called?.model,
        called?.price,
        called?.statedNanos,
      ]),
    ).toEqual([
      ['succeeded', undefined, 'gpt-4o-mini', unpriced('model_not_in_table'), '3900'],
      ['succeeded', 'cache_hit', undefined, undefined, undefined],
      ['succeeded', undefined, 'claude-haiku-4-5', unpriced('model_not_in_table'), '76000'],
      ['succeeded', undefined, 'nobody-knows-1', unpriced('model_not_in_table'), undefined],
      ['failed', 'NotFoundError', 'gpt-4o-mini', 'nothing', undefined],
      ['failed', 'InternalServerError', 'gpt-4o-mini', unpriced('usage_unknown'), undefined],
      ['succeeded', undefined, 'gpt-4o-mini', unpriced('model_not_in_table'), '3900'],
    ]);
  });

  it.each([
    ['with a stream that had begun', { stream: true, completionStartTime: 1795409461.7 }, 12],
    ['that counts output', { completion_tokens: 4 }, 85],
  ])('of a refused call %s is a call with a cost', (_name, change, firstOutputMs) => {
    const refused = RECORDED[4]!;
    expect(callOf({ ...refused, ...change })).toMatchObject({
      ...{ status: 'failed', terminalKind: 'NotFoundError', firstOutputMs },
      called: { outputState: 'partial', price: unpriced('usage_unknown') },
    });
    const beforeItBegan = { ...refused, stream: true, completionStartTime: 0 };
    expect(callOf(beforeItBegan).called).toMatchObject({ outputState: 'none', price: 'nothing' });
  });

  it.each([0, -1, 1e10, '0.5', null])('states no cost by %s', (response_cost) => {
    expect(callOf({ ...ANSWER, response_cost }).called).not.toHaveProperty('statedNanos');
  });

  it('differs from the fallback of the same request', () => {
    const ids = RECORDED.map(callOf).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const traces = RECORDED.map(callOf).map(({ dimensions }) => dimensions.trace_id);
    expect(traces[5]).toBe(traces[6]);
  });

  it('has the team, the streaming, and the tokens of caches and reasoning', () => {
    const usage_object = {
      prompt_tokens_details: { cached_tokens: 4, cache_creation_tokens: 5 },
      completion_tokens_details: { reasoning_tokens: 2 },
    };
    const call = callOf({
      ...ANSWER,
      stream: true,
      completionStartTime: 1795409461.3,
      metadata: { user_api_key_team_id: 'support', usage_object },
    });
    expect([call.streaming, call.firstOutputMs, call.dimensions.team_id]).toEqual([true, 10, 'support']);
    expect(call.called?.usage).toMatchObject({ cacheRead: 4, cacheWrite: 5, reasoning: 2 });
  });

  it('of a stream has the provider’s counts, or LiteLLM’s if the stream did not request usage', () => {
    const calls = STREAMS.slice(0, 3).map(callOf);
    expect(calls.map(({ streaming, firstOutputMs }) => [streaming, firstOutputMs])).toEqual([
      [true, 240],
      [true, 1_253],
      [true, 21],
    ]);
    expect(calls.map(({ called }) => called?.usage)).toEqual([
      { source: 'gateway', input: 1_171, output: 289, total: 1_460, cacheRead: 0, cacheWrite: 1_167, reasoning: 0 },
      { source: 'gateway', input: 1_200, output: 50, total: 1_250, cacheRead: 1_024, reasoning: 32 },
      { source: 'gateway', input: 11, output: 2, total: 13, reasoning: 0 },
    ]);
  });

  it('is a request without a call if the proxy had no target', () => {
    expect(callOf(STREAMS[3])).toMatchObject({
      status: 'failed',
      terminalKind: 'RouterRateLimitError',
      called: undefined,
    });
    expect(callOf({ ...STREAMS[3], model: null }).called).toBeUndefined();
  });

  it.each([
    ['a member of another kind', { call_type: 7 }, 'The entry has no call_type: it is no StandardLoggingPayload.'],
    ['a missing time', { startTime: null }, 'The entry has no startTime and endTime of the years 2000 to 2099.'],
    ['a time of a wrong clock', { endTime: 12 }, 'The entry has no startTime and endTime of the years 2000 to 2099.'],
    ['a missing id', { id: '', litellm_call_id: null }, 'The entry has no id.'],
    ['no provider', { custom_llm_provider: null }, 'The entry names no provider (custom_llm_provider).'],
    ['no model', { model: 'openai/' }, 'The entry names no model.'],
  ])('is invalid with %s', (_name, change, fault) => {
    expect(readLitellmLog({ ...ANSWER, ...change }, prices)).toMatchObject({ fault });
  });

  it('is skipped if it is not a call of a model for text or embeddings', () => {
    expect(readLitellmLog({ ...ANSWER, call_type: 'amoderation' }, prices)).toBe('no_call');
  });

  it('is read under the id of its answer if its version has no other', () => {
    expect(callOf({ ...ANSWER, litellm_call_id: undefined }).id).toBe('played_5.1795409461290');
  });
});
