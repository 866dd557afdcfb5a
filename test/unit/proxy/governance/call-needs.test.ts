import { describe, expect, it } from 'vitest';
import type { CalledEndpoint } from '../../../../domain/models/protocols.ts';
import { governanceSettings } from '../../../../domain/gateway/governance/limit.ts';
import type { CalledProvider } from '../../../../contracts/ingest/calls/write-ended-call.ts';
import { usedAmount, CallNeeds } from '../../../../proxy/governance/call-needs.ts';
import { loadPriceTable } from '../../../../providers/prices/price-table.ts';
import { summarizeForLimits } from '../../../../testing/gateway/summarize-for-limits.ts';

type Members = Readonly<Record<string, unknown>>;

const prices = await loadPriceTable();
const DECLARED = governanceSettings({ limits: [], assumed_output_tokens: 7_000 });
const UNDECLARED = governanceSettings();
const AT = new Date('2026-03-02T08:00:00.000Z');
/** A model with 200,000 input tokens, at 1 USD per million for input and 5 USD for output. */
const HAIKU = 'claude-haiku-4-5';

function needsOf(endpoint: CalledEndpoint, body: Members, model = HAIKU, settings = DECLARED): CallNeeds {
  const asked = summarizeForLimits(endpoint, model, body);
  const upstream = { priceProvider: model.startsWith('claude') ? 'anthropic' : 'openai' };
  return new CallNeeds({ asked, endpoint, upstream, admittedAt: AT }, settings, prices);
}

/** The tokens that are reserved in addition to the input. An embedding has no others. */
function outputOf(endpoint: CalledEndpoint, members: Members, model = HAIKU, settings = DECLARED): number {
  const body = { ...members, messages: [{ role: 'user', content: 'Hello?' }] };
  return needsOf(endpoint, body, model, settings).of('tokens') - needsOf('embeddings', body, model).of('tokens');
}

describe('the reserved answer', () => {
  it.each<[CalledEndpoint, Members, number]>([
    ['messages', { max_tokens: 100, max_output_tokens: 1, max_completion_tokens: 1 }, 100],
    ['chat_completions', { max_tokens: 100_000, max_output_tokens: 1 }, 100_000],
    ['chat_completions', { max_tokens: 100, max_completion_tokens: 200 }, 200],
    ['chat_completions', { max_tokens: 200, max_completion_tokens: 100 }, 200],
    ['chat_completions', { max_completion_tokens: 100, max_tokens: null }, 100],
    ['chat_completions', { max_completion_tokens: 1_000_000_000 }, 1_000_000_000],
    ['responses', { max_output_tokens: 100, max_tokens: 1, max_completion_tokens: 1 }, 100],
    ['responses', { max_tokens: 1 }, 7_000],
    ['chat_completions', { max_tokens: 10, n: 3 }, 30],
    ['chat_completions', { max_tokens: 10, n: 2, best_of: 5 }, 50],
    ['chat_completions', { max_tokens: 10, num_completions: 4 }, 40],
    ['chat_completions', { max_tokens: 10, candidate_count: 4 }, 40],
    ['chat_completions', { max_tokens: 10, thinking_budget: 500 }, 510],
    ['chat_completions', { max_tokens: 10, thinking_budget: 0 }, 10],
    ['chat_completions', { max_tokens: 10, reasoning: { max_tokens: 500 } }, 510],
    ['chat_completions', { max_tokens: 10, reasoning: { effort: 'high' } }, 10],
    ['messages', { max_tokens: 600, thinking: { type: 'enabled', budget_tokens: 500 } }, 600],
    ['messages', { max_tokens: 600, thinking: { type: 'enabled', budget_tokens: 5_000 } }, 5_000],
    ['messages', { max_tokens: 600, thinking: { type: 'adaptive' } }, 600],
    ['generate_content', { generationConfig: { maxOutputTokens: 100 }, max_tokens: 1 }, 100],
    ['generate_content', { generation_config: { max_output_tokens: 100, candidate_count: 3 } }, 300],
    ['generate_content', { generationConfig: { maxOutputTokens: 100, thinkingConfig: { thinkingBudget: 500 } } }, 500],
    ['generate_content', { generationConfig: { maxOutputTokens: 100, thinkingConfig: { thinkingBudget: -1 } } }, 100],
    ['generate_content', { generationConfig: { candidateCount: 2 } }, 14_000],
    ['generate_content', { generationConfig: [] }, 7_000],
  ])('is what the members of its endpoint permit: %s %j', (endpoint, members, max) => {
    expect(outputOf(endpoint, members)).toBe(max);
  });

  it.each([
    ['gpt-5', 128_000],
    ['gpt-5-mini-2025-08-07', 128_000],
    ['o3', 100_000],
    ['openai/o4-mini', 100_000],
    ['gpt-4o-mini', 16_384],
    ['ft:gpt-4o-2024-08-06:org::id', 16_384],
    ['gpt-4.1', 32_768],
    ['gpt-4-turbo-2024-04-09', 4_096],
    ['gpt-4', 8_192],
    ['gemini-2.5-pro', 65_536],
    [HAIKU, 131_072],
    ['gpt-oss-20b', 131_072],
    ['a-model-of-ours', 131_072],
  ])('is the model’s maximum if nothing is stated and declared: %s', (model, max) => {
    expect(outputOf('chat_completions', {}, model, UNDECLARED)).toBe(max);
    expect(outputOf('chat_completions', {}, model)).toBe(7_000);
  });

  it('includes predicted tokens, which are charged if they are not used', () => {
    const prediction = { type: 'content', content: 'x'.repeat(3_000) };
    expect(outputOf('chat_completions', { max_tokens: 10, prediction })).toBeGreaterThan(1_010);
  });
});

describe('a member without a limit', () => {
  const UNUSABLE = ['100', '', true, false, -1, 1.5, 1_000_000_001, Infinity, [], {}];
  const NAMED: readonly [CalledEndpoint, string, (value: unknown) => Members][] = [
    ['messages', 'max_tokens', (value) => ({ max_tokens: value })],
    ['chat_completions', 'max_tokens', (value) => ({ max_tokens: value, max_completion_tokens: 10 })],
    ['chat_completions', 'max_completion_tokens', (value) => ({ max_tokens: 10, max_completion_tokens: value })],
    ['responses', 'max_output_tokens', (value) => ({ max_output_tokens: value })],
    ['chat_completions', 'n', (value) => ({ n: value })],
    ['chat_completions', 'best_of', (value) => ({ best_of: value })],
    ['chat_completions', 'num_completions', (value) => ({ num_completions: value })],
    ['messages', 'thinking.budget_tokens', (value) => ({ thinking: { budget_tokens: value } })],
    [
      'generate_content',
      'generationConfig.maxOutputTokens',
      (value) => ({ generationConfig: { maxOutputTokens: value } }),
    ],
    [
      'generate_content',
      'generationConfig.candidateCount',
      (value) => ({ generationConfig: { candidateCount: value } }),
    ],
    ['chat_completions', 'reasoning.max_tokens', (value) => ({ reasoning: { max_tokens: value } })],
    ['responses', 'max_tool_calls', (value) => ({ max_tool_calls: value })],
    ['messages', 'tools[].max_uses', (value) => ({ tools: [{ type: 'web_search_20250305', max_uses: value }] })],
  ];

  it.each(NAMED.flatMap(([endpoint, name, members]) => UNUSABLE.map((value) => ({ endpoint, name, value, members }))))(
    'is named: $endpoint $name $value',
    ({ endpoint, name, value, members }) => {
      const { fault } = needsOf(endpoint, members(value));
      expect(fault).toContain(`The member \`${name}\` must be a whole number from `);
      expect(fault).toContain('A limit on tokens or money applies');
    },
  );

  it.each<[CalledEndpoint, Members]>([
    ['chat_completions', { n: 0 }],
    ['messages', { max_tokens: 0 }],
  ])('may be absent: %s %j', (endpoint, members) => {
    expect(needsOf(endpoint, members).fault).toContain('from 1 to 1000000000');
  });

  it.each<[CalledEndpoint, Members]>([
    ['responses', { max_tokens: '1', max_completion_tokens: -1 }],
    ['messages', { max_completion_tokens: 'all' }],
    ['embeddings', { max_tokens: -1, n: 'x' }],
    ['chat_completions', { max_tokens: null, n: null, max_tool_calls: 0, tools: [{ name: 'a' }] }],
  ])('is not reported for unknown members, or without a value: %s %j', (endpoint, members) => {
    expect(needsOf(endpoint, members).fault).toBeUndefined();
  });
});

describe('a call whose provider adds input', () => {
  const TURN = { role: 'user', content: 'Go on.' };
  it.each<Members>([
    { previous_response_id: 'resp_1' },
    { conversation: 'conv_1' },
    { conversation: { id: 'conv_1' } },
    { prompt: { id: 'pmpt_1' } },
    { thread_id: 'thread_1' },
    { assistant_id: 'asst_1' },
    { container: 'container_1' },
    { mcp_servers: [{ type: 'url', url: 'https://example.com' }] },
    { data_sources: [{ type: 'azure_search' }] },
    { web_search_options: {} },
    { plugins: [{ id: 'web' }] },
    { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] },
    { tools: [{ type: 'web_search_preview' }] },
    { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
    {
      tools: [
        { type: 'function', name: 'a' },
        { type: 'mcp', server_url: 'https://example.com' },
      ],
    },
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    { tools: [{ type: 'unheard_of' }] },
    { tools: [{ google_search: {} }] },
    { tools: [{ functionDeclarations: [{ name: 'f' }], googleSearch: {} }] },
    { cachedContent: 'cachedContents/1' },
    { input: [{ type: 'item_reference', id: 'msg_1' }] },
    { input: [{ id: 'msg_1' }] },
    { input: [{ type: 'reasoning', id: 'rs_1', summary: [] }] },
    { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file_1' }] }] },
    { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] },
    { messages: [{ role: 'user', content: 'a', attachments: [{ file_id: 'file_1' }] }] },
    { messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'url', url: 'https://a.b' } }] }] },
  ])('reserves the complete context of its model: %j', (members) => {
    const body = { input: [TURN], ...members, max_output_tokens: 100 };
    expect(needsOf('responses', body).of('tokens')).toBe(200_000 + 100);
    expect(needsOf('responses', body, 'gpt-5').of('tokens')).toBe(400_000 + 100);
    // The table has no context size for this model.
    expect(needsOf('responses', body, 'a-model-of-ours').of('tokens')).toBe(1_000_000 + 100);
  });

  it.each<Members>([
    { previous_response_id: null, conversation: null, prompt: null, plugins: [], web_search: false },
    { prompt: 'A text.' },
    {
      tools: [
        { type: 'function', name: 'a' },
        { type: 'custom', name: 'b' },
        { name: 'c', input_schema: {} },
      ],
    },
    { tools: [{ type: 'function', function: { name: 'a' } }] },
    { tools: [{ type: 'bash_20250124' }, { type: 'text_editor_20250728' }, { type: 'computer_20250124' }] },
    { input: [{ type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAAA' }] },
    { input: [{ type: 'message', id: 'msg_1', role: 'assistant', content: 'Hello.' }] },
  ])('does not exist if the body has everything: %j', (members) => {
    const body = { input: [TURN], ...members, max_output_tokens: 100 };
    expect(needsOf('responses', body).of('tokens')).toBeLessThan(3_000);
  });

  it('reserves its input if that exceeds its model’s context', () => {
    const body = { previous_response_id: 'resp_1', input: 'x'.repeat(900_000), max_output_tokens: 100 };
    expect(needsOf('responses', body).of('tokens')).toBeGreaterThan(300_000);
  });

  it.each<[string, Members, number]>([
    ['ten by default', {}, 10],
    ['the stated number', { max_tool_calls: 3 }, 3],
    ['none', { max_tool_calls: 0 }, 0],
  ])('reserves 0.03 USD for each possible tool call: %s', (_, members, calls) => {
    const tools = [{ type: 'web_search' }];
    const body = { input: [TURN], tools, max_output_tokens: 100, ...members };
    expect(needsOf('responses', body).of('nano_usd')).toBe(200_000 * 1_000 + 100 * 5_000 + calls * 30_000_000);
  });

  it('reserves the maximum of each tool', () => {
    const tools = [
      { type: 'web_search_20250305', max_uses: 2 },
      { type: 'web_fetch_20250910', max_uses: 3 },
    ];
    const body = { messages: [TURN], tools, max_tokens: 100 };
    expect(needsOf('messages', body).of('nano_usd')).toBe(200_000 * 1_000 + 100 * 5_000 + 5 * 30_000_000);
  });
});

describe('the reserved money', () => {
  /** A body with this mark. The rates are 1, 1.25 and 2 USD per million. */
  const marked = (cache_control: object | null) => ({
    max_tokens: 1_000,
    messages: [{ role: 'user', content: 'x'.repeat(3_000), cache_control }],
  });
  it.each<[string, object | null, number]>([
    ['the input', null, 1_000],
    ['tokens that are written to a cache', { type: 'ephemeral' }, 1_250],
    ['tokens that are written to a cache for an hour', { type: 'ephemeral', ttl: '1h' }, 2_000],
  ])('has the price of %s', (_, control, nanos) => {
    const needs = needsOf('messages', marked(control));
    const sent = needs.of('tokens') - 1_000;
    expect(sent).toBeGreaterThan(1_000);
    expect(needs.of('nano_usd')).toBe(sent * nanos + 1_000 * 5_000);
  });

  it('has the price of the input if a model has none for writes', () => {
    const needs = needsOf('messages', marked({ type: 'ephemeral', ttl: '1h' }), 'claude-2');
    expect(needs.of('nano_usd')).toBe((needs.of('tokens') - 1_000) * 8_000 + 1_000 * 24_000);
  });

  it.each<[Members, number]>([
    [{ service_tier: 'auto' }, 1],
    [{ service_tier: 'flex', speed: 'standard', inference_geo: 'global' }, 1],
    [{ service_tier: null, speed: null, inference_geo: null }, 1],
    [{ service_tier: 'priority' }, 2.5],
    [{ service_tier: 'fast' }, 2.5],
    [{ service_tier: 'PRIORITY' }, 6],
    [{ service_tier: 'toString' }, 6],
    [{ service_tier: ['priority'] }, 6],
    [{ speed: 'fast' }, 6],
    [{ inference_geo: 'us' }, 1.1],
    [{ speed: 'fast', inference_geo: 'us' }, 6 * 1.1],
  ])('has the maximum of a more expensive tier: %j', (members, factor) => {
    const needs = needsOf('messages', { max_tokens: 1_000, ...members });
    const plain = (needs.of('tokens') - 1_000) * 1_000 + 1_000 * 5_000;
    expect(needs.of('nano_usd')).toBe(Math.ceil(plain * factor));
  });

  it('has 48,169 additional tokens for a picture at gpt-4o-mini', () => {
    const body = { max_tokens: 1, messages: [{ content: [{ type: 'image_url', image_url: { url: 'https://a.b' } }] }] };
    expect(needsOf('chat_completions', body, 'gpt-4o-mini').of('tokens')).toBe(
      needsOf('chat_completions', body, 'gpt-4o').of('tokens') + 48_169,
    );
  });

  it('never exceeds a number that every store accepts', () => {
    const body = { max_tokens: 1_000_000_000, n: 1_000_000_000 };
    expect(needsOf('chat_completions', body).of('tokens')).toBe(1e15);
    expect(needsOf('chat_completions', body).of('nano_usd')).toBe(1e15);
  });

  it('is that of the most expensive possible model', () => {
    const body = { messages: [], previous_response_id: 'a' };
    const asked = summarizeForLimits('chat_completions', HAIKU, body);
    const upstream = { priceProvider: 'anthropic' };
    const others = [{ upstream: { priceProvider: 'openai' }, model: 'gpt-5' }];
    const needs = new CallNeeds(
      { asked, endpoint: 'chat_completions', upstream, others, admittedAt: AT },
      UNDECLARED,
      prices,
    );
    expect(needs.of('tokens')).toBe(400_000 + 128_000);
    expect(needs.of('nano_usd')).toBe(400_000 * 1_250 + 128_000 * 10_000);
  });
});

describe('the final amount of a call', () => {
  const needs = needsOf('messages', { max_tokens: 1_000 });
  const RESERVED = { tokens: needs.of('tokens'), nano_usd: needs.of('nano_usd') };
  const ATTEMPT: CalledProvider = {
    ...{ provider: 'anthropic', model: HAIKU, asked: HAIKU, dispatchedMs: 0, outputState: 'complete' },
    units: { input_tokens: 5, output_tokens: 6 },
    isEstimate: false,
    price: { state: 'priced', nanos: '35000', revision: 'r' },
  };
  const came = (attempt: Partial<CalledProvider>, by = needs) =>
    (['tokens', 'nano_usd'] as const).map((unit) => usedAmount(unit, { ...ATTEMPT, ...attempt }, by));
  const reserved = [RESERVED.tokens, RESERVED.nano_usd];

  it('is the provider’s statement', () => {
    expect(came({})).toEqual([11, 35_000]);
  });

  it('is zero if the provider refused it', () => {
    expect(came({ price: 'nothing' })).toEqual([0, 0]);
  });

  it('is the reservation if an estimate is less, because reasoning is not visible', () => {
    expect(came({ isEstimate: true })).toEqual(reserved);
  });

  it('is the estimate if that is more', () => {
    const units = { input_tokens: 5, output_tokens: 60_000 };
    expect(came({ isEstimate: true, units, price: { state: 'priced', nanos: '300005000', revision: 'r' } })).toEqual([
      60_005, 300_005_000,
    ]);
  });

  it.each<[string, Partial<CalledProvider>]>([
    [
      'its usage is missing',
      { units: undefined, price: { state: 'unpriced', reason: 'usage_unknown', revision: 'r' } },
    ],
    ['it contradicts itself', { price: { state: 'unpriced', reason: 'usage_inconsistent', revision: 'r' } }],
  ])('is the reservation if %s', (_, attempt) => {
    expect(came(attempt)).toEqual(reserved);
  });

  it('is its price at the serving tier, for any requested one', () => {
    const fast = needsOf('messages', { max_tokens: 1_000, speed: 'fast' });
    expect(came({}, fast)).toEqual([11, 35_000]);
  });

  it('never exceeds a number that every store accepts', () => {
    expect(came({ price: { state: 'priced', nanos: `6${'0'.repeat(294)}`, revision: 'r' } })).toEqual([11, 1e15]);
  });
});
