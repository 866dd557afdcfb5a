import { describe, expect, it } from 'vitest';
import { readAttempt, CHAT, readCost, MESSAGE, messages, RESPONSE, RESPONSES, TEXT } from './support/priced-answer.ts';

const word = { choices: [{ delta: { content: 'Hello' } }] };
const last = { choices: [{ delta: {}, finish_reason: 'stop' }] };

describe('the serving tier of an answer', () => {
  it.each([
    ['default', 'gpt-5', '$0.00225'],
    ['flex', 'gpt-5', '$0.001125'],
    ['priority', 'gpt-5', '$0.0045'],
    ['fast', 'gpt-5-2025-08-07', '$0.0045'],
    ['priority', 'gpt-4o-mini', '$0.00035'],
    ['priority', 'gpt-4o-2024-05-13', '$0.011375'],
    ['priority', 'gpt-5-pro', 'service_not_in_table'],
    ['scale', 'gpt-5', 'service_not_in_table'],
    ['batch', 'gpt-5', 'service_not_in_table'],
    ['auto', 'gpt-5', 'service_not_in_table'],
    ['constructor', 'gpt-5', 'service_not_in_table'],
    [['flex'], 'gpt-5', 'usage_not_understood'],
    [null, 'gpt-5', '$0.00225'],
  ])('%s of %s is charged accordingly: %s', (service_tier, model, cost) => {
    expect(readCost({ service_tier, choices: TEXT, usage: CHAT }, { model })).toBe(cost);
    const stream = [{ ...word, service_tier, model }, last, { service_tier, choices: [], usage: CHAT }, '[DONE]'];
    expect(readCost(stream, { model })).toBe(cost);
    const response = { model, service_tier, usage: RESPONSE, output: [] };
    expect(readCost(response, { ...RESPONSES, model })).toBe(cost);
    const events = [
      { type: 'response.created', response: { model, service_tier: 'auto' } },
      { type: 'response.completed', response },
    ];
    expect(readCost(events, { ...RESPONSES, model })).toBe(cost);
  });

  it('also halves cached tokens, and no fee', () => {
    const usage = { ...RESPONSE, input_tokens_details: { cached_tokens: 800 } };
    const output = [{ type: 'web_search_call', status: 'completed', action: { type: 'search' } }];
    // 200 × 1.25 + 800 × 0.125 + 100 × 10, halved, and a search.
    expect(readCost({ service_tier: 'flex', usage, output }, RESPONSES)).toBe('$0.010675');
  });

  it('at a long context is unknown if it is more expensive', () => {
    const usage = { prompt_tokens: 300_000, completion_tokens: 100, total_tokens: 300_100 };
    expect(readCost({ service_tier: 'priority', usage }, { model: 'gpt-5.4' })).toBe('service_not_in_table');
    expect(readCost({ service_tier: 'flex', usage }, { model: 'gpt-5.4' })).toBe('$0.751125');
  });

  it.each<[string, object, string]>([
    ['claude-opus-5', { speed: 'fast' }, '$0.015'],
    ['claude-opus-4-6-20260205', { speed: 'fast' }, '$0.045'],
    ['claude-opus-5-5', { speed: 'fast' }, 'service_not_in_table'],
    ['claude-opus-5', { speed: 'standard', inference_geo: 'global' }, '$0.0075'],
    ['claude-opus-5', { inference_geo: 'not_available', service_tier: 'standard' }, '$0.0075'],
    ['claude-opus-5', { inference_geo: 'us' }, '$0.00825'],
    ['claude-opus-5', { inference_geo: 'us', speed: 'fast' }, '$0.0165'],
    ['claude-opus-5', { inference_geo: 'eu' }, 'service_not_in_table'],
    ['claude-haiku-4-5', { inference_geo: 'us' }, 'service_not_in_table'],
    ['claude-opus-5', { service_tier: 'batch' }, '$0.00375'],
    ['claude-opus-5', { service_tier: 'priority' }, 'service_not_in_table'],
    ['claude-opus-5', { speed: 'fast', server_tool_use: { web_search_requests: 3 } }, '$0.045'],
  ])('of Messages, %s with %j, is charged accordingly: %s', (model, served, cost) => {
    expect(readCost({ content: [], usage: { ...MESSAGE, ...served } }, messages(model))).toBe(cost);
    const events = [
      { type: 'message_start', message: { model, usage: { input_tokens: 1_000, output_tokens: 1, ...served } } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 100 } },
      { type: 'message_stop' },
    ];
    expect(readCost(events, messages(model))).toBe(cost);
  });

  it.each<[object, object, string]>([
    [{ service_tier: 'priority' }, { service_tier: 'default' }, '$0.00225'],
    [{ service_tier: 'priority' }, {}, 'service_not_in_table'],
    [{ service_tier: 'flex' }, {}, 'service_not_in_table'],
    [{ service_tier: 'auto' }, {}, '$0.00225'],
    [{ service_tier: null }, {}, '$0.00225'],
    [{ service_tier: 'flex' }, { service_tier: 'flex' }, '$0.001125'],
  ])('is the answer’s: requested %j, answered %j', (asked, body, cost) => {
    expect(readCost({ ...body, choices: TEXT, usage: CHAT }, { asked: asked as Record<string, unknown> })).toBe(cost);
  });

  it.each([
    ['groq', 'flex', 'llama-3.3-70b-versatile', '$0.000669'],
    ['groq', 'performance', 'llama-3.3-70b-versatile', 'service_not_in_table'],
    ['mistral', 'turbo', 'mistral-large-latest', 'service_not_in_table'],
  ])('of %s, %s, is that of its provider', (provider, service_tier, model, cost) => {
    expect(readCost({ service_tier, choices: TEXT, usage: CHAT }, { provider, model })).toBe(cost);
  });
});

describe('kinds of tokens', () => {
  it('of audio have their own rate, or no price', () => {
    const usage = {
      prompt_tokens: 1_100,
      prompt_tokens_details: { audio_tokens: 1_000 },
      completion_tokens: 500,
      completion_tokens_details: { audio_tokens: 400 },
    };
    expect(readCost({ choices: TEXT, usage }, { model: 'gpt-4o-audio-preview' })).toBe('rates_missing');
    // 100 × 2.5 + 1,000 × 32 + 100 × 10 + 400 × 64
    expect(readCost({ choices: TEXT, usage }, { model: 'gpt-audio' })).toBe('$0.05885');
  });

  it.each<[object, string]>([
    [{ prompt_tokens_details: { image_tokens: 5 } }, 'rates_missing'],
    [{ completion_tokens_details: { image_tokens: 5 } }, 'rates_missing'],
    [{ prompt_tokens_details: { video_tokens: 5 } }, 'rates_missing'],
    [{ prompt_tokens_details: { text_tokens: 5, audio_tokens: 0 } }, '$0.00225'],
    [{ completion_tokens_details: { accepted_prediction_tokens: 5, rejected_prediction_tokens: 5 } }, '$0.00225'],
    [{ completion_tokens_details: { reasoning_tokens: 101 } }, 'usage_inconsistent'],
    [{ prompt_tokens_details: { cached_tokens: 1_001 } }, 'usage_inconsistent'],
    [{ total_tokens: 1_500 }, 'usage_inconsistent'],
    [{ input_tokens: 1_000, output_tokens: 100 }, '$0.00225'],
    [{ input_tokens: 1_000, output_tokens: 101 }, 'usage_inconsistent'],
    [{ hologram_tokens: 3 }, 'usage_not_understood'],
    [{ hologram_tokens: 0, holograms: { count: 0, kinds: [] } }, '$0.00225'],
    [{ queue_time: 0.3, decode_time: 0.2, prefill_ms: 3 }, '$0.00225'],
    [{ prompt_tokens_details: 7 }, 'usage_not_understood'],
  ])('of Chat Completions, %j: %s', (more, cost) => {
    expect(readCost({ choices: TEXT, usage: { ...CHAT, ...more } })).toBe(cost);
  });

  it('that are cached and audio are not separated by two sums', () => {
    const usage = { ...CHAT, prompt_tokens_details: { audio_tokens: 300, cached_tokens: 300 } };
    expect(readCost({ choices: TEXT, usage }, { model: 'gpt-realtime' })).toBe('usage_not_understood');
    const details = { ...usage.prompt_tokens_details, cached_tokens_details: { audio_tokens: 300, text_tokens: 0 } };
    // 700 × 4 + 300 × 0.4 + 100 × 16
    expect(
      readCost({ choices: TEXT, usage: { ...usage, prompt_tokens_details: details } }, { model: 'gpt-realtime' }),
    ).toBe('$0.00452');
  });

  it.each<[string, string, object]>([
    ['deepseek', 'deepseek-chat', { prompt_cache_hit_tokens: 900, prompt_cache_miss_tokens: 100 }],
    ['moonshotai', 'kimi-k2-0905-preview', { cached_tokens: 900 }],
    ['moonshotai', 'kimi-k2-0905-preview', { cached_tokens: 900, prompt_tokens_details: { cached_tokens: 900 } }],
    ['mistral', 'mistral-large-latest', { num_cached_tokens: 900 }],
    ['zai', 'glm-5', { cached_tokens: 900 }],
  ])('that a cache of %s contained: %s %j', (provider, model, more) => {
    const cached = { ...CHAT, prompt_tokens_details: { cached_tokens: 900 } };
    const { units, price } = readAttempt({ choices: TEXT, usage: { ...CHAT, ...more } }, { provider, model });
    expect(units?.['cache_read_tokens']).toBe(900);
    expect(price).toEqual(readAttempt({ choices: TEXT, usage: cached }, { provider, model }).price);
  });

  it('that a cache of DeepSeek contained have the rate of hits', () => {
    const usage = { ...CHAT, prompt_cache_hit_tokens: 900, prompt_cache_miss_tokens: 100 };
    const ds = { provider: 'deepseek', model: 'deepseek-chat' };
    // 100 × 0.27 + 900 × 0.07 + 100 × 1.1
    expect(readCost({ choices: TEXT, usage }, ds)).toBe('$0.0002');
    expect(readCost({ choices: TEXT, usage: { ...usage, prompt_cache_miss_tokens: 99 } }, ds)).toBe(
      'usage_inconsistent',
    );
    expect(readCost({ choices: TEXT, usage: { ...usage, prompt_tokens_details: { cached_tokens: 5 } } }, ds)).toBe(
      'usage_inconsistent',
    );
  });

  it('that are written for an hour are known by their parts if the sum is missing', () => {
    const haiku = messages('claude-haiku-4-5');
    const cache_creation = { ephemeral_5m_input_tokens: 2_000, ephemeral_1h_input_tokens: 8_000 };
    const usage = { input_tokens: 10, output_tokens: 100, cache_creation };
    expect(readCost({ content: [], usage }, haiku)).toBe('$0.01901');
    expect(readCost({ content: [], usage: { ...usage, cache_creation_input_tokens: 10_000 } }, haiku)).toBe('$0.01901');
    expect(readCost({ content: [], usage: { ...usage, cache_creation_input_tokens: 9_000 } }, haiku)).toBe(
      'usage_inconsistent',
    );
  });

  it('that Gemini used for reasoning are only in the total', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 200 };
    const gemini = { provider: 'google', model: 'gemini-2.5-pro' };
    expect(readAttempt({ choices: TEXT, usage }, gemini).units).toMatchObject({
      input_tokens: 100,
      output_tokens: 100,
      output_reasoning_tokens: 90,
    });
  });

  it('of Perplexity do not determine the cost of a request', () => {
    const sonar = { provider: 'perplexity', model: 'sonar' };
    expect(readCost({ choices: TEXT, usage: CHAT }, sonar)).toBe('service_not_in_table');
    expect(readCost({ choices: TEXT, usage: { ...CHAT, search_context_size: 'low' } }, sonar)).toBe(
      'service_not_in_table',
    );
    expect(readCost({ choices: TEXT, usage: { ...CHAT, search_context_size: 'high' } }, sonar)).toBe('$0.0131');
    const cost = { input_tokens_cost: 0.001, output_tokens_cost: 0.0001, request_cost: 0.005, total_cost: 0.0061 };
    expect(readCost({ choices: TEXT, usage: { ...CHAT, search_context_size: 'low', cost } }, sonar)).toBe('$0.0061');
  });
});

describe('usage in several pieces', () => {
  const haiku = messages('claude-haiku-4-5');
  const start = (usage: object) => ({ type: 'message_start', message: { model: 'claude-haiku-4-5', usage } });
  const text = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hello' } };
  const delta = (usage: object) => ({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage });

  it('keeps a value that a later event states as 0 or omits', () => {
    const events = [
      start({ input_tokens: 1_000, cache_read_input_tokens: 500, output_tokens: 1, cache_creation: { a: 0 } }),
      text,
      delta({ input_tokens: 0, cache_read_input_tokens: null, cache_creation: null, output_tokens: 100 }),
      { type: 'message_stop' },
    ];
    const { units, isEstimate } = readAttempt(events, haiku);
    expect(units).toMatchObject({ input_tokens: 1_500, cache_read_tokens: 500, output_tokens: 100 });
    expect([readCost(events, haiku), isEstimate]).toEqual(['$0.00155', false]);
  });

  it('uses the new values of a later event', () => {
    const events = [start({ input_tokens: 10, output_tokens: 1 }), delta({ input_tokens: 1_000, output_tokens: 100 })];
    expect(readCost(events, haiku)).toBe('$0.0015');
  });

  it.each<[string, object]>([
    ['next to the choices', { choices: [], usage: CHAT }],
    ['in a choice', { choices: [{ delta: {}, finish_reason: 'stop', usage: CHAT }] }],
    ['by Groq', { choices: [{ delta: {}, finish_reason: 'stop' }], x_groq: { id: 'r', usage: CHAT } }],
  ])('is found %s', (_, event) => {
    const { isEstimate } = readAttempt([word, last, event, '[DONE]']);
    expect([readCost([word, last, event, '[DONE]']), isEstimate]).toEqual(['$0.00225', false]);
  });

  it('is absent if it is 0 in spite of text', () => {
    const nothing = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    const choices = [{ message: { content: 'x'.repeat(1_000) }, finish_reason: 'stop' }];
    expect(readCost({ choices, usage: nothing })).toBe('usage_unknown');
    expect(readCost({ choices, usage: { ...nothing, completion_tokens: 5, total_tokens: 5 } })).toBe('usage_unknown');
    expect(readCost({ choices, usage: { ...nothing, prompt_tokens: 5, total_tokens: 5 } })).toBe('usage_unknown');
    expect(
      readCost({ content: [{ type: 'text', text: 'x' }], usage: { input_tokens: 0, output_tokens: 0 } }, haiku),
    ).toBe('usage_unknown');
    const long = { choices: [{ delta: { content: 'x'.repeat(1_000) } }] };
    const { units, isEstimate } = readAttempt([long, last, { choices: [], usage: nothing }, '[DONE]']);
    expect([units, isEstimate]).toEqual([{ input_tokens: 7, output_tokens: 250 }, true]);
    // The call has no result.
    expect(readCost({ choices: [], usage: nothing })).toBe('$0');
  });

  it.each([1e300, -1, 1.5, 1e12])('is absent if it is %s', (count) => {
    expect(readCost({ choices: TEXT, usage: { ...CHAT, cached_tokens: count } })).toBe('usage_unknown');
    expect(readCost({ choices: TEXT, usage: { ...CHAT, prompt_tokens: count } })).toBe('usage_unknown');
  });
});

describe('the provider’s stated cost', () => {
  const router = { provider: 'openrouter', model: 'anthropic/claude-haiku-4.5' };
  const routed = (more: object) => readCost({ choices: TEXT, usage: { ...CHAT, ...more } }, router);

  it('has precedence over the table, and covers items without a price', () => {
    expect(routed({ cost: 0.0042, cost_details: { upstream_inference_cost: null }, is_byok: false })).toBe('$0.0042');
    expect(routed({ cost: 0.016, server_tool_use_details: { tool_calls_executed: 1 } })).toBe('$0.016');
    expect(routed({ cost: 0 })).toBe('$0');
    expect(routed({})).toBe('$0.0015');
    const attempt = readAttempt({ choices: TEXT, usage: { ...CHAT, cost: 0.01 } }, router);
    expect(attempt.price).toEqual({ state: 'priced', nanos: '10000000', revision: 'stated-by-provider' });
  });

  it('includes the charge of the upstream provider, if a customer’s key paid it', () => {
    expect(routed({ cost: 0.0001, is_byok: true, cost_details: { upstream_inference_cost: 0.002 } })).toBe('$0.0021');
    expect(routed({ cost: 0.0001, is_byok: true })).toBe('service_not_in_table');
  });

  it.each([-1, 1e9, '0.1', { usd: 1 }])('is absent if it is %j', (cost) => {
    expect(routed({ cost })).toBe('usage_not_understood');
  });

  it('is stated by xAI in ticks, and by DeepInfra if the table does not contain it', () => {
    const grok = { provider: 'x-ai', model: 'grok-4.3' };
    const usage = { ...CHAT, num_sources_used: 2, cost_in_usd_ticks: 37_756_000 };
    expect(readCost({ choices: TEXT, usage }, grok)).toBe('$0.0037756');
    expect(readCost({ choices: TEXT, usage: { ...usage, cost_in_usd_ticks: undefined } }, grok)).toBe(
      'tool_not_in_table',
    );
    expect(readCost({ choices: TEXT, usage: { ...CHAT, estimated_cost: 0.0003 } }, { provider: undefined! })).toBe(
      '$0.0003',
    );
  });
});
