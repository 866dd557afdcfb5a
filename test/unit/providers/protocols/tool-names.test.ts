import { describe, expect, it } from 'vitest';
import { protocolAt } from '../../../../providers/protocols/registry.ts';
import type { CalledEndpoint } from '../../../../domain/models/protocols.ts';

const asked = { role: 'user', content: 'How warm is it?' };

function called(...calls: readonly object[]) {
  return { role: 'assistant', tool_calls: calls };
}
const weather = { id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } };
const shell = { id: 'b', type: 'custom', custom: { name: 'shell', input: 'ls' } };
const result = (id: unknown) => ({ role: 'tool', tool_call_id: id, content: '7' });

const item = (type: string, id: string, name?: string) => ({ type, call_id: id, ...(name !== undefined && { name }) });

const use = (id: string, name: unknown) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input: {} }],
});
const used = (...ids: readonly string[]) => ({
  role: 'user',
  content: [...ids.map((id) => ({ type: 'tool_result', tool_use_id: id })), { type: 'text', text: 'And?' }],
});

const response = (name: unknown) => ({ functionResponse: { name, response: {} } });

/** Each request, and the name of the tool whose result it brings. */
const REQUESTS: readonly [CalledEndpoint, string, object, unknown][] = [
  ['chat_completions', 'a result', { messages: [asked, called(weather), result('a')] }, 'weather'],
  ['chat_completions', 'the last of two', { messages: [called(weather, shell), result('a'), result('b')] }, 'shell'],
  ['chat_completions', 'of the latest call', { messages: [called({ ...shell, id: 'a' }), called(weather), result('a')] }, 'weather'], // prettier-ignore
  ['chat_completions', 'of a function', { messages: [asked, { role: 'function', name: 'old', content: '7' }] }, 'old'],
  ['chat_completions', 'before a question', { messages: [called(weather), result('a'), asked] }, undefined],
  ['chat_completions', 'without its call', { messages: [asked, result('a')] }, undefined],
  ['chat_completions', 'without an id', { messages: [called({ ...weather, id: undefined }), result(undefined)] }, undefined], // prettier-ignore
  ['chat_completions', 'of a call without a tool', { messages: [called({ id: 'a' }), result('a')] }, undefined],
  ['chat_completions', 'of another form', { messages: 'text' }, undefined],
  ['responses', 'a result', { input: [asked, item('function_call', 'a', 'weather'), item('function_call_output', 'a')] }, 'weather'], // prettier-ignore
  ['responses', 'of a custom tool', { input: [item('custom_tool_call', 'b', 'shell'), item('custom_tool_call_output', 'b')] }, 'shell'], // prettier-ignore
  ['responses', 'of another kind', { input: [item('custom_tool_call', 'a', 'shell'), item('function_call_output', 'a')] }, undefined], // prettier-ignore
  ['responses', 'whose call is stored', { previous_response_id: 'r', input: [item('function_call_output', 'a')] }, undefined], // prettier-ignore
  ['responses', 'before a question', { input: [item('function_call', 'a', 'weather'), item('function_call_output', 'a'), asked] }, undefined], // prettier-ignore
  ['responses', 'of another form', { input: 'text' }, undefined],
  ['messages', 'a result', { messages: [asked, use('a', 'weather'), used('a')] }, 'weather'],
  ['messages', 'the last of two', { messages: [use('a', 'weather'), use('b', 'shell'), used('b', 'a')] }, 'weather'],
  ['messages', 'before a question', { messages: [use('a', 'weather'), used('a'), asked] }, undefined],
  ['messages', 'without its call', { messages: [use('a', 'weather'), used('b')] }, undefined],
  ['messages', 'of a call without a name', { messages: [use('a', 7), used('a')] }, 7],
  ['messages', 'of another form', { messages: [{ content: 7 }] }, undefined],
  ['generate_content', 'a result', { contents: [{ parts: [response('weather')] }] }, 'weather'],
  ['generate_content', 'the last of two', { contents: [{ parts: [response('weather'), response('shell'), { text: '' }] }] }, 'shell'], // prettier-ignore
  ['generate_content', 'in the other spelling', { contents: [{ parts: [{ function_response: { name: 'f' } }] }] }, 'f'],
  ['generate_content', 'before a question', { contents: [{ parts: [response('f')] }, { parts: [{ text: 'And?' }] }] }, undefined], // prettier-ignore
  ['generate_content', 'of another form', { contents: [{ parts: [{ functionResponse: 'f' }] }] }, undefined],
  [
    'embeddings',
    'of tools',
    { input: [item('function_call', 'a', 'f'), item('function_call_output', 'a')] },
    undefined,
  ],
];

describe('the tool whose result a request brings', () => {
  it.each(REQUESTS)('at %s, %s', (endpoint, _, body, name) => {
    expect(protocolAt(endpoint).toolName(body as Readonly<Record<string, unknown>>)).toBe(name);
  });
});
