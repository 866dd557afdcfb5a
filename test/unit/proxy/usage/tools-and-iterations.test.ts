import { describe, expect, it } from 'vitest';
import {
  readAttempt,
  CHAT,
  readCost,
  MESSAGE,
  messages,
  RESPONSE,
  RESPONSES,
  TEXT,
  type Answered,
} from './support/priced-answer.ts';

describe('tools that a provider runs', () => {
  const search = { type: 'web_search_call', status: 'completed', action: { type: 'search' } };

  it.each<[string, readonly object[], string, object?]>([
    ['two searches', [search, search], '$0.02225'],
    ['a search and a page of it', [search, { ...search, action: { type: 'open_page' } }], '$0.01225'],
    ['a search by its older form', [{ type: 'web_search_call', id: 'ws_1' }], '$0.01225'],
    ['a search of files', [{ type: 'file_search_call', status: 'completed' }], '$0.00475'],
    ['a search that failed', [{ ...search, status: 'failed' }], 'tool_not_in_table'],
    ['an interpreter of code', [{ type: 'code_interpreter_call', status: 'completed' }], 'tool_not_in_table'],
    ['a picture', [{ type: 'image_generation_call', status: 'completed' }], 'tool_not_in_table'],
    ['an unknown tool', [{ type: 'shell_call', status: 'completed' }], 'tool_not_in_table'],
    [
      'tools of the caller',
      [{ type: 'function_call' }, { type: 'custom_tool_call' }, { type: 'mcp_call' }],
      '$0.00225',
    ],
    ['a message', [{ type: 'message', content: [] }, { type: 'reasoning' }], '$0.00225'],
    ['repeated searches', [search], '$0.01225', { tool_usage: { web_search: { num_requests: 1 } } }],
    ['searches in another form', [], 'tool_not_in_table', { tool_usage: { web_search: { num_requests: 1 } } }],
    ['a picture without other output', [], 'tool_not_in_table', { tool_usage: { image_gen: { input_tokens: 9 } } }],
    ['no tools', [], '$0.00225', { tool_usage: { image_gen: { input_tokens: 0 }, web_search: { num_requests: 0 } } }],
  ])('of Responses: %s', (_, output, cost, more = {}) => {
    const response = { model: 'gpt-5', output, usage: RESPONSE, ...more };
    expect(readCost(response, RESPONSES)).toBe(cost);
    expect(readCost([{ type: 'response.completed', response }], RESPONSES)).toBe(cost);
    const items = output.map((item) => ({ type: 'response.output_item.done', item }));
    const short = { ...response, output: undefined };
    expect(readCost([...items, { type: 'response.completed', response: short }], RESPONSES)).toBe(cost);
  });

  it('are unknown for a response that is too large to be read completely', () => {
    const output = [{ type: 'image_generation_call', result: 'A'.repeat(2_000_000) }];
    expect(readCost({ output, usage: RESPONSE }, RESPONSES)).toBe('usage_not_understood');
  });

  it('have another search price for models before GPT-5', () => {
    const model = 'gpt-4.1-2025-04-14';
    const of = (name: string, type: string) =>
      readCost({ model: name, output: [search], tools: [{ type }], usage: RESPONSE }, { ...RESPONSES, model: name });
    expect(of(model, 'web_search')).toBe('$0.0128');
    expect(of(model, 'web_search_preview')).toBe('tool_not_in_table');
    expect(of('gpt-4.1-mini-2025-04-14', 'web_search')).toBe('tool_not_in_table');
    expect(of('gpt-5', 'web_search_preview')).toBe('$0.01225');
  });

  it.each<[object, string]>([
    [{ server_tool_use: { web_search_requests: 3 } }, '$0.0315'],
    [{ server_tool_use: { web_search_requests: 0, web_fetch_requests: 2 } }, '$0.0015'],
    [{ server_tool_use: { code_execution_requests: 1 } }, 'tool_not_in_table'],
    [{ server_tool_use: { drawings: 1 } }, 'usage_not_understood'],
  ])('of Messages: %j costs %s', (more, cost) => {
    expect(readCost({ content: [], usage: { ...MESSAGE, ...more } }, messages('claude-haiku-4-5'))).toBe(cost);
  });

  it('of Messages that ran code cost nothing next to a search', () => {
    const container = { id: 'container_1', expires_at: '2026-11-20T13:00:00Z' };
    const ran = (usage: object) => readCost({ content: [], container, usage }, messages('claude-haiku-4-5'));
    expect(ran(MESSAGE)).toBe('tool_not_in_table');
    expect(ran({ ...MESSAGE, server_tool_use: { web_search_requests: 1 } })).toBe('$0.0115');
    const events = [
      { type: 'message_start', message: { model: 'claude-haiku-4-5', usage: MESSAGE } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', container }, usage: { output_tokens: 100 } },
    ];
    expect(readCost(events, messages('claude-haiku-4-5'))).toBe('tool_not_in_table');
  });

  it.each<[string, object, Answered, string]>([
    ['a model that searches', { choices: TEXT }, { model: 'gpt-4o-search-preview' }, 'rates_missing'],
    ['pages', { choices: [{ message: { annotations: [{ type: 'url_citation' }] } }] }, {}, '$0.01225'],
    ['no pages', { choices: [{ message: { content: 'Hello', annotations: [] } }] }, {}, '$0.00225'],
    ['tools', { choices: [{ message: { executed_tools: [{}, { type: 'search' }] } }] }, {}, 'tool_not_in_table'],
    ['models', { usage_breakdown: { models: [{ model: 'm', usage: CHAT }] } }, {}, 'tool_not_in_table'],
  ])('of Chat Completions: %s', (_, body, answered, cost) => {
    expect(readCost({ ...body, usage: CHAT }, answered)).toBe(cost);
  });
});

describe('iterations of a message', () => {
  const COMPACTED = {
    ...MESSAGE,
    iterations: [
      { type: 'compaction', input_tokens: 180_000, output_tokens: 3_500 },
      { type: 'message', input_tokens: 1_000, output_tokens: 100 },
    ],
  };
  const opus = messages('claude-opus-4-6');

  it('are charged separately, and counted in total', () => {
    const { units } = readAttempt({ content: [], usage: COMPACTED }, opus);
    expect(units).toMatchObject({ input_tokens: 181_000, output_tokens: 3_600 });
    expect(readCost({ content: [], usage: COMPACTED }, opus)).toBe('$0.995');
    const events = [
      {
        type: 'message_start',
        message: { model: 'claude-opus-4-6', usage: { input_tokens: 1_000, output_tokens: 1 } },
      },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: COMPACTED },
      { type: 'message_stop' },
    ];
    expect(readCost(events, opus)).toBe('$0.995');
  });

  it('are charged by their models, and cached tokens as such', () => {
    const usage = {
      input_tokens: 300,
      output_tokens: 30,
      iterations: [
        { type: 'message', input_tokens: 100, output_tokens: 10 },
        { type: 'advisor_message', model: 'claude-opus-4-8', input_tokens: 1_000, output_tokens: 20 },
        {
          type: 'compaction',
          input_tokens: 0,
          output_tokens: 10,
          cache_creation_input_tokens: 1_000,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 1_000 },
        },
        { type: 'message', input_tokens: 200, output_tokens: 20 },
      ],
      server_tool_use: { web_search_requests: 2 },
    };
    // 300 × 2 + 30 × 10, 1,000 × 5 + 20 × 25, 1,000 × 4 + 10 × 10, and two searches.
    expect(readCost({ content: [], usage }, messages('claude-sonnet-5'))).toBe('$0.0305');
  });

  it.each<[string, unknown, string]>([
    ['whose sum is not the total', [{ type: 'message', input_tokens: 900, output_tokens: 100 }], 'usage_inconsistent'],
    ['of an unknown kind', [{ type: 'rehearsal', input_tokens: 9, output_tokens: 1 }], 'usage_not_understood'],
    ['that are not a list', { message: 1 }, 'usage_not_understood'],
    ['without a usage', [{ type: 'message' }], 'usage_not_understood'],
    ['of an unknown model', [{ type: 'message', model: 'acme-1', ...MESSAGE }], 'model_not_in_table'],
    ['with a single item', [{ type: 'message', ...MESSAGE }], '$0.0075'],
    ['without any', [], '$0.0075'],
  ])('%s', (_, iterations, cost) => {
    expect(readCost({ content: [], usage: { ...MESSAGE, iterations } }, opus)).toBe(cost);
  });
});
