import { describe, expect, it } from 'vitest';
import { toReplayMessages } from '../../../../../contracts/quality/experiments/to-replay-messages.ts';

describe('a captured request', () => {
  it.each<[string, unknown, ReturnType<typeof toReplayMessages>]>([
    [
      'of messages with a system text',
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'In French.' },
        { role: 'user', content: 'Why?' },
        { role: 'assistant', content: [{ type: 'text', text: 'So.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'And' },
            { type: 'text', text: 'then?' },
          ],
        },
      ],
      {
        system: 'Be brief.\n\nIn French.',
        messages: [
          { role: 'user', content: 'Why?' },
          { role: 'assistant', content: 'So.' },
          { role: 'user', content: 'And\nthen?' },
        ],
      },
    ],
    [
      'of Google',
      [{ parts: [{ text: 'Why?' }] }, { role: 'model', parts: [{ text: 'So.' }] }],
      {
        system: '',
        messages: [
          { role: 'user', content: 'Why?' },
          { role: 'assistant', content: 'So.' },
        ],
      },
    ],
    ['with a picture', [{ role: 'user', content: [{ type: 'image', source: {} }] }], undefined],
    [
      'with a tool call',
      [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: '', tool_calls: [{}] },
      ],
      undefined,
    ],
    ['with a tool result', [{ role: 'tool', content: '42' }], undefined],
    ['with a text in place of a message', ['Why?'], undefined],
    ['with a part that is null', [{ role: 'user', content: [null] }], undefined],
    ['with a number as content', [{ role: 'user', content: 7 }], undefined],
    ['with a number as role', [{ role: 7, content: 'Why?' }], undefined],
    ['without a question', [{ role: 'assistant', content: 'So.' }], undefined],
  ])('%s is read as messages, or is no request to replay', (_, captured, messages) => {
    expect(toReplayMessages(JSON.stringify(captured))).toEqual(messages);
  });

  it('that is no list is one question', () => {
    const question = (content: string) => ({ system: '', messages: [{ role: 'user', content }] });
    expect(toReplayMessages('Why?')).toEqual(question('Why?'));
    expect(toReplayMessages('{"a":1}')).toEqual(question('{"a":1}'));
    expect(toReplayMessages('')).toBeUndefined();
  });
});
