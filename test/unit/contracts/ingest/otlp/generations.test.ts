import { describe, expect, it } from 'vitest';
import { readSpan } from '../../../../../contracts/ingest/otlp/read-span.ts';
import type { OtlpSpan } from '../../../../../contracts/ingest/otlp/otlp-traces.ts';
import type { CallPrices } from '../../../../../domain/models/call-prices.ts';
import { makeSpan, type SpanAttributeValues, makeAttributes } from '../../../../../testing/ingest/made-spans.ts';

const prices: CallPrices = {
  priceOf: ({ tokens }) =>
    tokens === undefined
      ? { state: 'unpriced', reason: 'usage_unknown', revision: 'r' }
      : { state: 'priced', nanos: '1', revision: 'r' },
};

function readingOf(attributes: SpanAttributeValues, instrumentation = '', change: Partial<OtlpSpan> = {}) {
  const reading = readSpan(makeSpan(attributes, change), { instrumentation }, prices);
  if (typeof reading === 'string') return reading;
  if (!('call' in reading)) return reading.fault;
  const { called, streaming, firstOutputMs, status, terminalKind } = reading.call;
  const { provider, model, usage, price } = called ?? {};
  const isPriced = typeof price === 'object' && 'fromTable' in price && price.fromTable.state === 'priced';
  const { source: _, ...tokens } = usage ?? {};
  return {
    ...{ provider, model, ...tokens, streaming, status, terminalKind },
    ...(firstOutputMs !== undefined && { firstOutputMs }),
    price: price === 'nothing' ? 'nothing' : isPriced,
  };
}

/**
 * The expected values of the recorded calls: those of OpenAI, and those of Anthropic with most of the input from
 * caches.
 */
const GPT = { provider: 'openai', model: 'gpt-4o-mini', input: 1_000, output: 100, total: 1_100, price: true };
const CLAUDE = {
  provider: 'anthropic',
  model: 'claude-haiku-4-5',
  input: 1_000,
  output: 50,
  total: 1_050,
  price: true,
};
const CACHED = { ...CLAUDE, cacheRead: 800, cacheWrite: 100 };
const ENDED = { status: 'succeeded', terminalKind: 'stop', streaming: undefined };

const exception = (type: string, message = ''): Partial<OtlpSpan> => ({
  status: { code: 2 },
  events: [{ name: 'exception', attributes: makeAttributes({ 'exception.type': type, 'exception.message': message }) }],
});

describe('spans of pydantic-ai 1.0.10', () => {
  const CHAT = {
    ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'anthropic', 'gen_ai.request.model': 'claude-haiku-4-5' },
    ...{ 'gen_ai.usage.input_tokens': 1_000, 'gen_ai.usage.output_tokens': 50, 'operation.cost': 0.000_555 },
    'gen_ai.usage.details.cache_creation_input_tokens': 100,
    'gen_ai.usage.details.cache_read_input_tokens': 800,
    'gen_ai.response.model': 'claude-haiku-4-5',
    'gen_ai.response.finish_reasons': ['stop'],
  };

  it('are calls with their caches, without the sums of runs', () => {
    expect(readingOf(CHAT, 'pydantic-ai')).toEqual({ ...CACHED, ...ENDED });
    const run = { 'gen_ai.usage.input_tokens': 1_000, 'gen_ai.usage.output_tokens': 50, model_name: 'gpt-4o-mini' };
    expect(readingOf({ ...run, agent_name: 'a' }, 'pydantic-ai')).toBe('no_call');
    expect(readingOf(run, 'pydantic-ai')).toBe('no_call');
    expect(readingOf({ ...run, 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm', agent_name: 'a' })).toBe(
      'no_call',
    );
  });

  it('of refused calls have no cost', () => {
    const asked = { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'openai', 'gen_ai.request.model': 'gpt-400' };
    const failed = exception('pydantic_ai.exceptions.ModelHTTPError', 'status_code: 400, model_name: gpt-400');
    expect(readingOf(asked, 'pydantic-ai', failed)).toMatchObject({
      ...{ status: 'failed', terminalKind: 'pydantic_ai.exceptions.ModelHTTPError', price: 'nothing' },
    });
  });
});

describe('spans of pydantic-ai 2.68', () => {
  it('are calls with the duration of a stream, without agents', () => {
    const chat = {
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.agent.name': 'ag', 'gen_ai.provider.name': 'openai' },
      ...{ 'gen_ai.request.model': 'gpt-4o-mini', 'gen_ai.response.model': 'gpt-4o-mini' },
      ...{ 'gen_ai.usage.input_tokens': 1_000, 'gen_ai.usage.output_tokens': 100 },
      ...{ 'gen_ai.usage.details.reasoning_tokens': 20, 'gen_ai.usage.details.cache_read_tokens': 300 },
      ...{ 'gen_ai.response.finish_reasons': ['stop'], 'gen_ai.client.operation.time_to_first_chunk': 0.25 },
    };
    const streamed = { streaming: true, firstOutputMs: 250, cacheRead: 300, reasoning: 20 };
    expect(readingOf(chat, 'pydantic-ai')).toEqual({ ...GPT, ...ENDED, ...streamed });
    expect(readingOf({ ...chat, 'gen_ai.operation.name': 'invoke_agent' }, 'pydantic-ai')).toBe('no_call');
  });

  it.each([
    ...['ModelRateLimitError', 'ModelQuotaExceededError', 'ModelRequestRejectedError', 'ModelNotFoundError'],
    ...['ModelAuthenticationError', 'ModelContextWindowExceededError'],
  ])('that were refused with %s have no cost, although no message states the status', (name) => {
    const asked = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'm' };
    const failed = exception(`pydantic_ai.exceptions.${name}`);
    expect(readingOf(asked, 'pydantic-ai', failed)).toMatchObject({ status: 'failed', price: 'nothing' });
  });

  it('that were refused after the first output of a stream have no price', () => {
    const begun = {
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'm' },
      'gen_ai.client.operation.time_to_first_chunk': 0.25,
    };
    const failed = exception('pydantic_ai.exceptions.ModelRateLimitError');
    expect(readingOf(begun, 'pydantic-ai', failed)).toMatchObject({
      streaming: true,
      firstOutputMs: 250,
      price: false,
    });
  });

  it.each(['ModelServerError', 'ModelOverloadedError', 'ModelRequestTimeout'])(
    'that failed with %s have no price',
    (name) => {
      const asked = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'm' };
      const failed = exception(`pydantic_ai.exceptions.${name}`);
      expect(readingOf(asked, 'pydantic-ai', failed)).toMatchObject({ status: 'failed', price: false });
    },
  );

  it.each([
    ['gen_ai.usage.cache_read_tokens', 'gen_ai.usage.cache_write_tokens'],
    ['gen_ai.usage.details.cache_read_tokens', 'gen_ai.usage.details.cache_write_tokens'],
    ['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_creation.input_tokens'],
  ])('have cached tokens by the name %s', (read, write) => {
    const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'anthropic', 'gen_ai.request.model': 'c' };
    const usage = { 'gen_ai.usage.input_tokens': 130_213, 'gen_ai.usage.output_tokens': 500 };
    expect(readingOf({ ...chat, ...usage, [read]: 128_955, [write]: 1_253 })).toMatchObject({
      ...{ input: 130_213, output: 500, total: 130_713, cacheRead: 128_955, cacheWrite: 1_253 },
    });
  });
});

describe('spans of Logfire 5.4', () => {
  const CLIENT = {
    ...{ 'gen_ai.system': 'openai', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'gpt-4o-mini' },
    ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.response.model': 'gpt-4o-mini' },
  };
  const COUNTED = {
    ...{ 'gen_ai.usage.input_tokens': 1_000, 'gen_ai.usage.output_tokens': 100 },
    ...{ 'gen_ai.usage.cache_read.input_tokens': 300, 'gen_ai.response.finish_reasons': '["stop"]' },
    'gen_ai.response.id': 'chatcmpl-0123456789abcdefghijABCDEFGHI',
  };

  it('are calls', () => {
    const attributes = { ...CLIENT, ...COUNTED, 'logfire.span_type': 'span' };
    expect(readingOf(attributes, 'logfire.openai')).toEqual({ ...GPT, ...ENDED, cacheRead: 300 });
  });

  it('of a stream are one call, that of its end, with its stated duration', () => {
    expect(readingOf({ ...CLIENT, 'logfire.span_type': 'span' }, 'logfire.openai')).toBe('no_call');
    const end = { ...CLIENT, ...COUNTED, 'logfire.span_type': 'log', duration: 1.5 };
    const at = { startTimeUnixNano: '1772362801500250000' };
    expect(readingOf(end, 'logfire.openai', at)).toEqual({ ...GPT, ...ENDED, cacheRead: 300, streaming: true });
    const reading = readSpan(makeSpan(end, at), { instrumentation: 'logfire.openai' }, prices);
    expect(reading).toMatchObject({ call: { startedAt: new Date('2026-03-01T11:00:00.000Z'), totalMs: 1_500 } });
  });

  it('of refused calls have no cost', () => {
    const attributes = { ...CLIENT, 'logfire.span_type': 'span' };
    const refused = { status: 'failed', terminalKind: 'openai.BadRequestError', price: 'nothing' };
    expect(readingOf(attributes, 'logfire.openai', exception('openai.BadRequestError'))).toMatchObject(refused);
  });
});

describe('spans of OpenInference', () => {
  const LLM = {
    ...{ 'openinference.span.kind': 'LLM', 'llm.system': 'openai', 'llm.model_name': 'gpt-4o-mini' },
    ...{ 'llm.token_count.prompt': 1_000, 'llm.token_count.completion': 100, 'llm.token_count.total': 1_100 },
    ...{ 'llm.token_count.prompt_details.cache_read': 300, 'llm.token_count.completion_details.reasoning': 20 },
    ...{ 'llm.finish_reason': 'stop', 'llm.invocation_parameters': '{"model": "gpt-4o-mini"}' },
  };

  it('are calls, without chains', () => {
    const counted = { ...GPT, ...ENDED, cacheRead: 300, reasoning: 20 };
    expect(readingOf(LLM)).toEqual(counted);
    for (const kind of ['CHAIN', 'AGENT', 'TOOL', 'RETRIEVER', 'RERANKER', 'GUARDRAIL'])
      expect(readingOf({ ...LLM, 'openinference.span.kind': kind })).toBe('no_call');
    expect(readingOf({ ...LLM, 'llm.provider': 'azure' })).toMatchObject({ provider: 'azure.ai.openai' });
  });

  it('of a stream state this, and the time of its first output', () => {
    const streamed = { ...LLM, 'llm.invocation_parameters': '{"model": "gpt-4o-mini", "stream": true}' };
    expect(readingOf(streamed)).toMatchObject({ streaming: true });
    const events = [{ name: 'First Token Stream Event', timeUnixNano: '1772362800250000000' }];
    expect(readingOf(streamed, '', { events })).toMatchObject({ streaming: true, firstOutputMs: 250 });
  });

  it('of Anthropic count cached tokens as a part of the input', () => {
    const attributes = {
      ...{ 'openinference.span.kind': 'LLM', 'llm.provider': 'anthropic', 'llm.model_name': 'claude-haiku-4-5' },
      ...{ 'llm.token_count.prompt': 1_000, 'llm.token_count.completion': 50, 'llm.token_count.total': 1_050 },
      'llm.token_count.prompt_details.cache_read': 800,
      'llm.token_count.prompt_details.cache_write': 100,
      'llm.finish_reason': 'end_turn',
    };
    expect(readingOf(attributes)).toEqual({ ...CACHED, ...ENDED, terminalKind: 'end_turn' });
  });

  it('of embeddings are calls, and a refused call names its requested model', () => {
    const embedded = {
      ...{ 'openinference.span.kind': 'EMBEDDING', 'llm.system': 'openai' },
      ...{
        'embedding.model_name': 'text-embedding-3-small',
        'llm.token_count.prompt': 28,
        'llm.token_count.total': 28,
      },
    };
    expect(readingOf(embedded)).toMatchObject({
      model: 'text-embedding-3-small',
      input: 28,
      output: 0,
      streaming: false,
    });
    const refused = {
      ...{ 'openinference.span.kind': 'LLM', 'llm.system': 'openai' },
      'llm.invocation_parameters': '{"model": "gpt-400"}',
    };
    expect(readingOf(refused, '', exception('openai.BadRequestError'))).toMatchObject({
      model: 'gpt-400',
      price: 'nothing',
    });
  });
});

describe('spans of AI SDK 5', () => {
  const CALL = {
    ...{ 'operation.name': 'ai.generateText.doGenerate fn', 'ai.operationId': 'ai.generateText.doGenerate' },
    ...{ 'ai.model.provider': 'openai.chat', 'ai.model.id': 'gpt-4o-mini', 'gen_ai.system': 'openai.chat' },
    ...{ 'gen_ai.request.model': 'gpt-4o-mini', 'gen_ai.response.model': 'gpt-4o-mini' },
    ...{ 'ai.usage.promptTokens': 1_000, 'ai.usage.completionTokens': 100, 'ai.response.finishReason': 'stop' },
  };

  it('are calls, without the operations around them', () => {
    expect(readingOf(CALL, 'ai')).toEqual({ ...GPT, ...ENDED, streaming: false });
    for (const operation of ['ai.generateText', 'ai.streamText', 'ai.embed', 'ai.toolCall'])
      expect(readingOf({ ...CALL, 'ai.operationId': operation }, 'ai')).toBe('no_call');
  });

  it('of a stream have its usage and its first output', () => {
    const streamed = {
      ...{ ...CALL, 'ai.operationId': 'ai.streamText.doStream', 'ai.response.msToFirstChunk': 18.5 },
      ...{ 'ai.usage.inputTokens': 1_000, 'ai.usage.outputTokens': 100, 'ai.usage.cachedInputTokens': 300 },
      'ai.usage.reasoningTokens': 20,
    };
    expect(readingOf(streamed, 'ai')).toEqual({
      ...{ ...GPT, ...ENDED, cacheRead: 300, reasoning: 20, streaming: true, firstOutputMs: 18.5 },
    });
  });

  const OF_CLAUDE = {
    ...{ 'ai.operationId': 'ai.generateText.doGenerate', 'gen_ai.system': 'anthropic.messages' },
    ...{ 'gen_ai.request.model': 'claude-haiku-4-5', 'ai.usage.promptTokens': 100, 'ai.usage.completionTokens': 50 },
    ...{ 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 50, 'ai.response.finishReason': 'stop' },
  };
  const USAGE = {
    input_tokens: 100,
    output_tokens: 50,
    cache_creation_input_tokens: 100,
    cache_read_input_tokens: 800,
  };

  it('of Anthropic have cached tokens in their metadata, separate from the input', () => {
    const metadata = JSON.stringify({ anthropic: { usage: USAGE, cacheCreationInputTokens: 100 } });
    expect(readingOf({ ...OF_CLAUDE, 'ai.response.providerMetadata': metadata }, 'ai')).toEqual({
      ...{ ...CACHED, ...ENDED, streaming: false },
    });
    expect(readingOf({ ...OF_CLAUDE, 'ai.response.providerMetadata': '{"anthropic"' }, 'ai')).toMatchObject({
      input: 100,
    });
  });

  it('of AI SDK 6 include the same cached tokens', () => {
    const counted = {
      ...{ ...OF_CLAUDE, 'gen_ai.usage.input_tokens': 1_000, 'ai.usage.inputTokens': 1_000 },
      ...{ 'ai.usage.inputTokenDetails.noCacheTokens': 100, 'ai.usage.inputTokenDetails.cacheReadTokens': 800 },
      'ai.usage.inputTokenDetails.cacheWriteTokens': 100,
      'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage: USAGE } }),
    };
    expect(readingOf(counted, 'ai')).toEqual({ ...CACHED, ...ENDED, streaming: false });
  });

  it('of embeddings are calls', () => {
    const embedded = {
      ...{ 'ai.operationId': 'ai.embed.doEmbed', 'ai.model.provider': 'openai.embedding', 'ai.usage.tokens': 28 },
      'ai.model.id': 'text-embedding-3-small',
    };
    expect(readingOf(embedded, 'ai')).toMatchObject({ provider: 'openai', input: 28, output: 0, price: true });
  });
});

describe('spans of AI SDK 7', () => {
  it('of refused calls have no cost', () => {
    const asked = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'm' };
    const failed = exception('AI_APICallError', 'bad');
    expect(readingOf(asked, 'gen_ai', failed)).toMatchObject({ terminalKind: 'AI_APICallError', price: false });
    expect(readingOf({ ...asked, 'http.response.status_code': 400 }, 'gen_ai', failed)).toMatchObject({
      price: 'nothing',
    });
  });
});

describe('spans of LiteLLM 1.110', () => {
  const CALL = {
    ...{ 'gen_ai.operation.name': 'responses', 'gen_ai.system': '', 'litellm.provider.model': 'openai/gpt-4o-mini' },
    ...{ 'gen_ai.request.model': 'gpt-4o-mini', 'gen_ai.usage.input_tokens': 1_000, 'gen_ai.usage.output_tokens': 100 },
    ...{ 'gen_ai.usage.total_tokens': 1_100, 'llm.is_streaming': 'False', 'litellm.cache_hit': false },
    'gen_ai.response.finish_reasons': '["stop"]',
  };

  it('are calls of the provider that their model names', () => {
    expect(readingOf(CALL, 'litellm')).toEqual({ ...GPT, ...ENDED, streaming: false });
    expect(readingOf({ 'llm.openai.id': 'chatcmpl-1', 'llm.openai.model': 'gpt-4o-mini' }, 'litellm')).toBe('no_call');
  });

  it('with the cost of caches and without their tokens have no price', () => {
    expect(readingOf({ ...CALL, 'gen_ai.cost.cache_read_cost': 0.000_022_5 }, 'litellm')).toMatchObject({
      price: false,
    });
    expect(readingOf({ ...CALL, 'gen_ai.cost.cache_read_cost': 0 }, 'litellm')).toMatchObject({ price: true });
  });

  it('that its cache answered had no call', () => {
    expect(readingOf({ ...CALL, 'litellm.cache_hit': true }, 'litellm')).toMatchObject({ provider: undefined });
  });
});

describe('spans of OpenLLMetry and LangSmith', () => {
  it('of workflows, tasks and chains are not calls, for any sums', () => {
    const sums = { 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm', 'gen_ai.usage.input_tokens': 5 };
    for (const kind of ['workflow', 'task', 'agent', 'tool'])
      expect(readingOf({ ...sums, 'traceloop.span.kind': kind })).toBe('no_call');
    expect(readingOf({ ...sums, 'langsmith.span.kind': 'chain' })).toBe('no_call');
    expect(readingOf({ ...sums, 'gen_ai.aggregated_usage.input_tokens': 5 })).toBe('no_call');
  });
});

describe('contradicting counts of a span', () => {
  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': 'c' };
  const counted = (input: number, output: number, others: SpanAttributeValues = {}): unknown =>
    readingOf({ ...chat, 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output, ...others });
  const read = 'gen_ai.usage.cache_read.input_tokens';
  const thought = 'gen_ai.usage.reasoning.output_tokens';
  const whole = 'gen_ai.usage.total_tokens';

  it('have cached tokens separate from the input if they exceed it', () => {
    expect(counted(2, 500, { [read]: 129_017 })).toMatchObject({ input: 129_019, total: 129_519, cacheRead: 129_017 });
    expect(counted(2, 500, { [read]: 129_017, [whole]: 502 })).toMatchObject({ input: 129_019, total: 129_519 });
    expect(counted(2, 500, { [read]: 129_017, [whole]: 129_519 })).toMatchObject({ total: 129_519 });
    expect(counted(100, 5, { [read]: 100 })).toMatchObject({ input: 100, cacheRead: 100 });
  });

  it('have reasoning tokens separate from the output if the total shows this', () => {
    expect(counted(10, 5, { [thought]: 20, [whole]: 35 })).toMatchObject({ output: 25, total: 35, reasoning: 20 });
  });

  it.each([
    ['more reasoning than output', { [thought]: 501 }],
    ['a total below its parts', { [whole]: 1 }],
  ])('are unknown with %s', (_, others) => {
    expect(counted(2, 500, others)).toMatchObject({ price: false });
    expect(counted(2, 500, others)).not.toHaveProperty('input');
  });
});

describe('the name of an error', () => {
  const asked = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'm' };

  it.each([
    ['two lines', 'openai.BadRequestError\nmore', 'openai.BadRequestError', 'nothing'],
    ['a line that is too long', 'x'.repeat(600), 'error', false],
  ])('of %s does not lose the call', (_, type, terminalKind, price) => {
    expect(readingOf({ ...asked, 'error.type': type })).toMatchObject({ status: 'failed', terminalKind, price });
  });

  it('is that of the exception if there is no other, and a status states that it was not handled', () => {
    const { events = [] } = exception('openai.BadRequestError');
    expect(readingOf(asked, '', { events })).toMatchObject({ status: 'failed', price: 'nothing' });
    expect(readingOf(asked, '', { events, status: { code: 1 } })).toMatchObject({ status: 'succeeded' });
    const counted = { ...asked, 'gen_ai.usage.input_tokens': 1, 'gen_ai.usage.output_tokens': 1 };
    expect(readingOf(counted, '', { events })).toMatchObject({ status: 'succeeded', price: true });
  });
});

it('an unknown purpose is read as that of an application', () => {
  const asked = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'm' };
  const reading = readSpan(makeSpan({ ...asked, 'truetally.purpose': 'prod' }), {}, prices);
  expect(reading).toMatchObject({ call: { dimensions: { purpose: 'application' } } });
});
