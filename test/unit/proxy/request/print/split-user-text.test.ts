import { expect, it } from 'vitest';
import type { CalledEndpoint } from '../../../../../domain/models/protocols.ts';
import { splitUserText } from '../../../../../proxy/request/print/split-user-text.ts';
import { protocolAt } from '../../../../../providers/protocols/registry.ts';

const user = (content: unknown): object => ({ role: 'user', content });
const text = (of: string): object => ({ type: 'text', text: of });
const IMAGE = { type: 'image', source: { type: 'url', url: 'https://example.com' } };

it.each<[string, CalledEndpoint, object, object]>([
  ['the last text', 'messages', { messages: [user('a'), user(' b ')] }, { messages: [user('a'), user(null)] }],
  [
    'the last text among parts',
    'chat_completions',
    { messages: [user([text('a'), text('b'), IMAGE])] },
    { messages: [user([text('a'), { type: 'text', text: null }, IMAGE])] },
  ],
  ['a text in place of messages', 'responses', { input: 'b' }, { input: null }],
  [
    'the last item',
    'responses',
    { input: [user([{ type: 'input_text', text: 'b' }])] },
    { input: [user([{ type: 'input_text', text: null }])] },
  ],
  [
    'the last part',
    'generate_content',
    { contents: [{ role: 'user', parts: [{ text: 'a' }, { text: 'b' }, { text: 'Hm.', thought: true }] }] },
    { contents: [{ role: 'user', parts: [{ text: 'a' }, { text: null }, { text: 'Hm.', thought: true }] }] },
  ],
])('the words of a request are %s of %s', (_, endpoint, body, rest) => {
  expect(splitUserText(protocolAt(endpoint), { model: 'm', ...body })).toEqual({
    words: 'b',
    rest: { model: 'm', ...rest },
  });
});

it.each<[string, CalledEndpoint, object]>([
  ['no person wrote a text', 'messages', { messages: [] }],
  ['the request has no messages', 'messages', {}],
  ['the model wrote last', 'messages', { messages: [user('a'), { role: 'assistant', content: 'b' }] }],
  ['a tool answered last', 'chat_completions', { messages: [{ role: 'tool', content: 'b' }] }],
  ['its last message has no text', 'messages', { messages: [user([IMAGE])] }],
  [
    'the last message is the result of a tool',
    'messages',
    { messages: [user([{ type: 'tool_result', content: 'b' }])] },
  ],
  ['a call of a tool was answered', 'responses', { input: [{ type: 'function_call_output', output: 'b' }] }],
  ['a text is missing', 'messages', { messages: [user([{ type: 'text', text: 1 }])] }],
  ['a text is empty', 'messages', { messages: [user(' ')] }],
  ['a text is long', 'messages', { messages: [user('x'.repeat(2_001))] }],
  [
    'the last message is the result of a function',
    'generate_content',
    { contents: [{ role: 'user', parts: [{ functionResponse: {} }] }] },
  ],
  ['a text is embedded', 'embeddings', { input: 'b' }],
])('a request has no such words if %s', (_, endpoint, body) => {
  expect(splitUserText(protocolAt(endpoint), { model: 'm', ...body })).toBeUndefined();
});
