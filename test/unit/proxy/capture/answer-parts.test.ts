import { describe, expect, it } from 'vitest';
import type { CalledEndpoint } from '../../../../domain/models/protocols.ts';
import { protocolAt } from '../../../../providers/protocols/registry.ts';
import { readAnswerParts, joinParts } from '../../../../proxy/capture/answer-parts.ts';
import { readRequestText } from '../../../../proxy/request/read-request-text.ts';
import { StreamedParts } from '../../../../proxy/capture/streamed-parts.ts';

const CALL = { type: 'tool_call', name: 'weather', arguments: '{"city":"Ulm"}' };
const WITH_TOOL = JSON.stringify([{ type: 'text', text: 'I look.' }, CALL]);

describe('an answer without a stream', () => {
  it.each<[CalledEndpoint, string, object, string | undefined]>([
    [
      'messages',
      'words, in place of thoughts',
      {
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Forty-' },
          { type: 'text', text: 'two.' },
        ],
      },
      'Forty-two.',
    ],
    [
      'messages',
      'a text and a call of a tool',
      {
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 't', name: 'weather', input: { city: 'Ulm' } },
        ],
      },
      WITH_TOOL,
    ],
    ['chat_completions', 'words', { choices: [{ message: { content: 'Forty-two.' } }] }, 'Forty-two.'],
    ['chat_completions', 'a refusal', { choices: [{ message: { content: null, refusal: 'No.' } }] }, 'No.'],
    [
      'chat_completions',
      'a text and a call of a tool',
      {
        choices: [
          {
            message: {
              content: 'I look.',
              tool_calls: [{ id: 'c', function: { name: 'weather', arguments: '{"city":"Ulm"}' } }],
            },
          },
        ],
      },
      WITH_TOOL,
    ],
    [
      'chat_completions',
      'several answers',
      { choices: [{ message: { content: 'One.' } }, { message: { content: 'Two.' } }] },
      '["One.","Two."]',
    ],
    [
      'responses',
      'words, in place of reasoning',
      {
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'message', content: [{ type: 'output_text', text: 'Forty-two.' }] },
        ],
      },
      'Forty-two.',
    ],
    [
      'responses',
      'a text and a call of a function',
      {
        output: [
          { type: 'message', content: [{ type: 'output_text', text: 'I look.' }] },
          { type: 'function_call', name: 'weather', arguments: '{"city":"Ulm"}' },
        ],
      },
      WITH_TOOL,
    ],
    [
      'generate_content',
      'words, in place of thoughts and pictures',
      {
        candidates: [
          {
            content: {
              parts: [
                { text: 'Hm.', thought: true },
                { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
                { text: 'Forty-two.', thoughtSignature: 'S' },
              ],
            },
          },
        ],
      },
      'Forty-two.',
    ],
    [
      'generate_content',
      'a text and a call of a function',
      {
        candidates: [
          { content: { parts: [{ text: 'I look.' }, { functionCall: { name: 'weather', args: { city: 'Ulm' } } }] } },
        ],
      },
      WITH_TOOL,
    ],
    [
      'generate_content',
      'several answers',
      { candidates: [{ content: { parts: [{ text: 'One.' }] } }, { content: { parts: [{ text: 'Two.' }] } }] },
      '["One.","Two."]',
    ],
    [
      'generate_content',
      'nothing, where the prompt is blocked',
      { promptFeedback: { blockReason: 'SAFETY' } },
      undefined,
    ],
    ['embeddings', 'numbers, which are no words', { data: [{ embedding: [0.1] }] }, undefined],
    ['messages', 'nothing', { content: [] }, undefined],
  ])('of %s is %s', (endpoint, _, body, text) => {
    expect(joinParts(readAnswerParts(protocolAt(endpoint), body))).toBe(text);
  });

  it('that is not JSON is empty', () =>
    expect(joinParts(readAnswerParts(protocolAt('messages'), undefined))).toBe(undefined));
});

function streamed(endpoint: CalledEndpoint, events: readonly object[], max = 1_000): string | undefined {
  const parts = new StreamedParts(protocolAt(endpoint), max);
  for (const event of events) parts.see(event);
  return parts.isTooLong ? 'too long' : joinParts(parts.parts());
}

const MESSAGES = [
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'I ' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'look.' } },
  { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', name: 'weather', input: {} } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"Ulm"}' } },
];

describe('a stream', () => {
  it.each<[CalledEndpoint, readonly object[]]>([
    ['messages', MESSAGES],
    [
      'chat_completions',
      [
        { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
        { choices: [{ index: 0, delta: { content: 'I ' } }] },
        { choices: [{ index: 0, delta: { content: 'look.' } }] },
        {
          choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { name: 'weather', arguments: '' } }] } }],
        },
        { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] } }] },
        { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '"Ulm"}' } }] } }] },
        { choices: [], usage: {} },
      ],
    ],
    [
      'responses',
      [
        { type: 'response.output_item.added', output_index: 0, item: { type: 'message' } },
        { type: 'response.output_text.delta', output_index: 0, delta: 'I ' },
        { type: 'response.output_text.delta', output_index: 0, delta: 'look.' },
        { type: 'response.output_item.added', output_index: 1, item: { type: 'function_call', name: 'weather' } },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"city":"Ulm"}' },
      ],
    ],
    [
      'generate_content',
      [
        { candidates: [{ index: 0, content: { parts: [{ text: 'Hm.', thought: true }] } }] },
        { candidates: [{ index: 0, content: { parts: [{ text: 'I ' }] } }] },
        { candidates: [{ content: { parts: [{ text: 'look.' }] } }] },
        { candidates: [{ content: { parts: [{ functionCall: { name: 'weather', args: { city: 'Ulm' } } }] } }] },
        { candidates: [{ content: { parts: [{ text: '' }] }, finishReason: 'STOP' }], usageMetadata: {} },
      ],
    ],
  ])('of %s is the content of its pieces, like the complete answer', (endpoint, events) => {
    expect(streamed(endpoint, events)).toBe(WITH_TOOL);
  });

  it('of chat completions may hold several answers', () => {
    const say = (index: number, content: string): object => ({ choices: [{ index, delta: { content } }] });
    expect(streamed('chat_completions', [say(0, 'On'), say(1, 'Tw'), say(0, 'e.'), say(1, 'o.')])).toBe(
      '["One.","Two."]',
    );
  });

  it('of generateContent separates calls of one function', () => {
    const call = (city: string): object => ({
      candidates: [{ content: { parts: [{ functionCall: { name: 'weather', args: { city } } }] } }],
    });
    const [ulm, bonn] = [CALL, { ...CALL, arguments: '{"city":"Bonn"}' }];
    expect(streamed('generate_content', [call('Ulm'), call('Bonn')])).toBe(JSON.stringify([ulm, bonn]));
  });

  it('of generateContent has no arguments that are nested too deep to write', () => {
    const args = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    const call = { candidates: [{ content: { parts: [{ functionCall: { name: 'weather', args } }] } }] };
    expect(streamed('generate_content', [call])).toBe(JSON.stringify([{ ...CALL, arguments: '' }]));
  });

  it('of responses is the content of its last event, if it arrived', () => {
    const response = { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Whole.' }] }] };
    const delta = { type: 'response.output_text.delta', output_index: 0, delta: 'Wh' };
    expect(streamed('responses', [delta, { type: 'response.completed', response }])).toBe('Whole.');
  });

  it('is stored up to its limit', () => {
    expect([streamed('messages', MESSAGES, 21), streamed('messages', MESSAGES, 20)]).toEqual([WITH_TOOL, 'too long']);
  });
});

describe('the request', () => {
  it.each<[CalledEndpoint, object, unknown]>([
    [
      'messages',
      { system: 'Be brief.', messages: [{ role: 'user', content: 'Why?' }], tools: [{ name: 'x' }] },
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Why?' },
      ],
    ],
    ['chat_completions', { messages: [{ role: 'user', content: 'Why?' }] }, [{ role: 'user', content: 'Why?' }]],
    ['responses', { input: 'Why?' }, 'Why?'],
    [
      'responses',
      { instructions: 'Be brief.', input: 'Why?' },
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Why?' },
      ],
    ],
    [
      'generate_content',
      {
        system_instruction: { parts: [{ text: 'Be brief.' }] },
        contents: [{ role: 'user', parts: [{ text: 'Why?' }] }],
        tools: [{ functionDeclarations: [] }],
      },
      [
        { role: 'system', content: { parts: [{ text: 'Be brief.' }] } },
        { role: 'user', parts: [{ text: 'Why?' }] },
      ],
    ],
    ['embeddings', { input: ['One.', 'Two.'] }, ['One.', 'Two.']],
    ['messages', {}, undefined],
  ])('of %s is only its texts: %j', (endpoint, body, words) => {
    const text = words === undefined || typeof words === 'string' ? words : JSON.stringify(words);
    expect(readRequestText(protocolAt(endpoint), body as Readonly<Record<string, unknown>>)).toEqual({
      text,
      isTooLong: false,
    });
  });

  it.each([
    ['a text', 'x'],
    ['messages', [{ role: 'user', content: [{ type: 'image', source: { data: 'x' } }] }]],
  ])('is not stored if it exceeds the limit: %s', (_, words) => {
    const long = JSON.parse(JSON.stringify(words).replace('"x"', JSON.stringify('x'.repeat(262_145)))) as unknown;
    expect(readRequestText(protocolAt('messages'), { messages: long })).toEqual({ text: undefined, isTooLong: true });
    expect(readRequestText(protocolAt('messages'), { messages: words })).toMatchObject({ isTooLong: false });
  });
});
