import { describe, expect, it } from 'vitest';
import { readSpan, type SpanReading } from '../../../../../contracts/ingest/otlp/read-span.ts';
import type { OtlpSpan } from '../../../../../contracts/ingest/otlp/otlp-traces.ts';
import { toCallEvents, type ReportedCall } from '../../../../../contracts/ingest/received/reported-call.ts';
import type { ExternalCall, CallPrices } from '../../../../../domain/models/call-prices.ts';
import {
  makeSpan,
  type SpanAttributeValues,
  makeAttributes,
  CHAT_ATTRIBUTES,
} from '../../../../../testing/ingest/made-spans.ts';

const asked: ExternalCall[] = [];
const prices: CallPrices = {
  priceOf: (call) => {
    asked.push(call);
    if (call.tokens === undefined) return { state: 'unpriced', reason: 'usage_unknown', revision: 'table 7' };
    return { state: 'priced', nanos: '42', revision: 'table 7' };
  },
};

const readingOf = (
  attributes: SpanAttributeValues,
  change?: Partial<OtlpSpan>,
  resource: SpanAttributeValues = {},
): SpanReading => readSpan(makeSpan(attributes, change), { resource: makeAttributes(resource) }, prices);

function callOf(
  attributes: SpanAttributeValues,
  change?: Partial<OtlpSpan>,
  resource?: SpanAttributeValues,
): ReportedCall {
  const reading = readingOf(attributes, change, resource);
  if (typeof reading === 'string' || !('call' in reading)) throw new Error(JSON.stringify(reading));
  return reading.call;
}

const without = (...names: string[]): SpanAttributeValues =>
  Object.fromEntries(Object.entries(CHAT_ATTRIBUTES).filter(([name]) => !names.includes(name)));

describe('a span of a call', () => {
  it('is a request with its attempt and cost, identified by trace and span', () => {
    const dimensions = {
      schema: 1,
      purpose: 'application',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      logical_request_id: '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7',
    };
    const called = { ...dimensions, provider_id: 'openai', provider_model: 'gpt-4o-2024-08-06' };
    const id = dimensions.logical_request_id;
    expect(toCallEvents(callOf(CHAT_ATTRIBUTES))).toEqual([
      { event: 'request_admitted', ...dimensions, admitted_at: '2026-03-01T11:00:00.000Z' },
      {
        event: 'attempt',
        ...called,
        attempt_id: id,
        ordinal: 1,
        role: 'primary',
        route_changed: false,
        output_state: 'complete',
        usage_known: true,
        usage_source: 'provider',
        input_tokens: 1_000,
        output_tokens: 200,
        total_tokens: 1_200,
        dispatched_at: '2026-03-01T11:00:00.000Z',
        terminal_at: '2026-03-01T11:00:01.500Z',
      },
      {
        event: 'cost_effect',
        ...called,
        attempt_id: id,
        effect_id: id,
        effect_kind: 'settlement',
        occurred_at: '2026-03-01T11:00:01.500Z',
        price_state: 'priced',
        nanos: '42',
        estimated: true,
        price_revision: 'table 7',
      },
      {
        event: 'request_terminal',
        ...dimensions,
        admitted_at: '2026-03-01T11:00:00.000Z',
        terminal_at: '2026-03-01T11:00:01.500Z',
        status: 'succeeded',
        terminal_kind: 'stop',
        final_model: 'gpt-4o-2024-08-06',
        final_provider: 'openai',
        attempt_count: 1,
        total_ms: 1_500.25,
      },
    ]);
  });

  it('is priced by the model that answered, at its time, with its cached tokens', () => {
    callOf({ ...CHAT_ATTRIBUTES, 'gen_ai.usage.cache_read.input_tokens': 900 });
    expect(asked.at(-1)).toMatchObject({
      provider: 'openai',
      model: 'gpt-4o-2024-08-06',
      tokens: { input: 1_000, output: 200, cacheRead: 900 },
      at: new Date('2026-03-01T11:00:00.000Z'),
    });
  });

  it.each<[string, SpanAttributeValues, object]>([
    [
      'its older names',
      {
        'llm.request.type': 'chat',
        'gen_ai.system': 'anthropic',
        'gen_ai.request.model': 'claude',
        'gen_ai.usage.prompt_tokens': 3,
        'gen_ai.usage.completion_tokens': 4,
        'llm.usage.total_tokens': 7,
        'gen_ai.usage.cache_read_input_tokens': 1,
        'gen_ai.usage.cache_creation_input_tokens': 2,
      },
      { input: 3, output: 4, total: 7, cacheRead: 1, cacheWrite: 2 },
    ],
    ['only tokens', without('gen_ai.operation.name'), { input: 1_000, output: 200, total: 1_200 }],
    [
      'the newest name for cached tokens',
      { ...CHAT_ATTRIBUTES, 'gen_ai.usage.cache_creation.input_tokens': 5, 'gen_ai.usage.reasoning.output_tokens': 6 },
      { cacheWrite: 5, reasoning: 6 },
    ],
    [
      'the next name for cached tokens, before the older one',
      { ...CHAT_ATTRIBUTES, 'gen_ai.usage.cache_write.input_tokens': 8, 'gen_ai.usage.cache_creation.input_tokens': 5 },
      { cacheWrite: 8 },
    ],
    [
      'no output of embeddings',
      { ...without('gen_ai.usage.output_tokens'), 'gen_ai.operation.name': 'embeddings' },
      { input: 1_000, output: 0, total: 1_000 },
    ],
    ['numbers as text', { ...CHAT_ATTRIBUTES, 'gen_ai.usage.output_tokens': '201' }, { output: 201 }],
  ])('is read by %s', (_name, attributes, usage) => {
    expect(callOf(attributes).called?.usage).toMatchObject(usage);
  });

  it('includes cached tokens in its input, if its instrumentation counts them separately', () => {
    const caches = { 'gen_ai.usage.cache_read_input_tokens': 5_000, 'gen_ai.usage.cache_creation_input_tokens': 70 };
    const usageFrom = (instrumentation: string): unknown => {
      const reading = readSpan(makeSpan({ ...CHAT_ATTRIBUTES, ...caches }), { instrumentation }, prices);
      return typeof reading === 'object' && 'call' in reading && reading.call.called?.usage;
    };
    const counts = { source: 'provider', output: 200, cacheRead: 5_000, cacheWrite: 70 };
    expect(usageFrom('@traceloop/instrumentation-anthropic')).toEqual({ ...counts, input: 6_070, total: 6_270 });
    // Cached tokens cannot exceed the input, because they are a part of it.
    expect(usageFrom('opentelemetry.instrumentation.anthropic')).toEqual({ ...counts, input: 6_070, total: 6_270 });
  });

  it('has no usage if it does not state all of it', () => {
    const { called } = callOf(without('gen_ai.usage.output_tokens'));
    expect([called?.usage, called?.price]).toEqual([
      undefined,
      { fromTable: { state: 'unpriced', reason: 'usage_unknown', revision: 'table 7' } },
    ]);
  });

  it('names the requested model if no model answered', () => {
    expect(callOf(without('gen_ai.response.model')).called?.model).toBe('gpt-4o');
  });

  it('is a stream if it states this, or the time of its first output', () => {
    expect(callOf(CHAT_ATTRIBUTES).streaming).toBe(undefined);
    expect(callOf({ ...CHAT_ATTRIBUTES, 'gen_ai.request.stream': false }).streaming).toBe(false);
    expect(callOf({ ...CHAT_ATTRIBUTES, 'llm.is_streaming': 'True' }).streaming).toBe(true);
    expect(callOf({ ...CHAT_ATTRIBUTES, 'gen_ai.request.stream': true }).streaming).toBe(true);
    expect(callOf({ ...CHAT_ATTRIBUTES, 'llm.is_streaming': true })).not.toHaveProperty('firstOutputMs');
    const first = callOf({ ...CHAT_ATTRIBUTES, 'gen_ai.response.time_to_first_chunk': 0.25 });
    expect([first.streaming, first.firstOutputMs]).toEqual([true, 250]);
  });

  it('reads values without a convention from its attributes, and from those of its resource', () => {
    const resource = { 'truetally.team_id': 'support', 'truetally.release_id': 'r-1', 'truetally.route_id': 'all' };
    const attributes = { ...CHAT_ATTRIBUTES, 'truetally.route_id': 'chat', 'truetally.purpose': 'playground' };
    expect(callOf(attributes, {}, resource).dimensions).toEqual({
      purpose: 'playground',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      release_id: 'r-1',
      route_id: 'chat',
      team_id: 'support',
    });
  });

  const unused = without('gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens', 'gen_ai.response.finish_reasons');
  const unknown = { fromTable: { state: 'unpriced', reason: 'usage_unknown', revision: 'table 7' } };
  it.each<[string, SpanAttributeValues, Partial<OtlpSpan>, string, string, unknown]>([
    ['openai.RateLimitError', { ...unused, 'error.type': 'openai.RateLimitError' }, {}, 'failed', 'none', 'nothing'],
    ['429', { ...unused, 'error.type': '429' }, {}, 'failed', 'none', 'nothing'],
    ['408', { ...unused, 'error.type': '408' }, {}, 'failed', 'none', unknown],
    ['500', { ...unused, 'error.type': '500' }, {}, 'failed', 'none', unknown],
    ['ConnectionAbortedError', { ...unused, 'error.type': 'ConnectionAbortedError' }, {}, 'failed', 'none', unknown],
    ['asyncio.CancelledError', { ...unused, 'error.type': 'asyncio.CancelledError' }, {}, 'cancelled', 'none', unknown],
    ['error', unused, { status: { code: 2 } }, 'failed', 'none', unknown],
    [
      'timeout',
      { ...CHAT_ATTRIBUTES, 'error.type': 'timeout' },
      {},
      'failed',
      'partial',
      { fromTable: { state: 'priced', nanos: '42', revision: 'table 7' } },
    ],
  ])('that failed with %s has its ending and its cost', (kind, attributes, change, status, output, price) => {
    const { called, ...call } = callOf(attributes, change);
    expect([call.terminalKind, call.status, called?.outputState, called?.price]).toEqual([kind, status, output, price]);
  });
});

describe('a span that is not a call', () => {
  it.each<[string, SpanAttributeValues]>([
    ['of another operation', { 'http.request.method': 'POST', 'error.type': '500' }],
    ['of an agent', { ...CHAT_ATTRIBUTES, 'gen_ai.operation.name': 'invoke_agent' }],
    ['of a tool', { ...CHAT_ATTRIBUTES, 'gen_ai.operation.name': 'execute_tool' }],
    ['with the name of a member of every object', { ...CHAT_ATTRIBUTES, 'gen_ai.operation.name': 'constructor' }],
  ])('is %s', (_name, attributes) => {
    expect(readingOf(attributes)).toBe('no_call');
  });
});

describe('a span that cannot be a call', () => {
  const at = new Date('2026-03-01T11:00:00.000Z');
  it.each<[string, SpanAttributeValues, Partial<OtlpSpan>, string, Date | undefined]>([
    [
      'a trace',
      CHAT_ATTRIBUTES,
      { traceId: '0'.repeat(32) },
      'The ids of the span are not those of a trace and a span.',
      at,
    ],
    ['an id', CHAT_ATTRIBUTES, { spanId: 'xyz' }, 'The ids of the span are not those of a trace and a span.', at],
    [
      'a start',
      CHAT_ATTRIBUTES,
      { startTimeUnixNano: '0' },
      'The span has no start and end of the years 2000 to 2099.',
      undefined,
    ],
    [
      'an end',
      CHAT_ATTRIBUTES,
      { endTimeUnixNano: null },
      'The span has no start and end of the years 2000 to 2099.',
      undefined,
    ],
    ['a provider', without('gen_ai.provider.name'), {}, 'The span names no provider (gen_ai.provider.name).', at],
    [
      'a model',
      without('gen_ai.request.model', 'gen_ai.response.model'),
      {},
      'The span names no model (gen_ai.response.model, gen_ai.request.model).',
      at,
    ],
  ])('is a span without %s', (_name, attributes, change, fault, when) => {
    expect(readingOf(attributes, change)).toMatchObject({ fault, ...(when && { at: when }) });
  });
});
