import { describe, expect, it } from 'vitest';
import type { CalledEndpoint } from '../../../../domain/models/protocols.ts';
import { protocolAt } from '../../../../providers/protocols/registry.ts';
import { createStreamState } from '../../../../proxy/usage/stream-state.ts';

function isFinal(endpoint: CalledEndpoint, events: readonly unknown[]): boolean {
  const state = createStreamState(protocolAt(endpoint));
  for (const event of events) state.see(event);
  return state.end().isFinalUsage;
}

const word = (usage?: object) => ({ choices: [{ delta: { content: 'A word' } }], ...(usage && { usage }) });
const LAST = { choices: [{ delta: {}, finish_reason: 'stop' }] };
const USAGE = { prompt_tokens: 9, completion_tokens: 4 };

describe('the usage of a stream of Chat Completions', () => {
  it.each<[string, readonly unknown[], boolean]>([
    ['after its end', [word(), LAST, { choices: [], usage: USAGE }, '[DONE]'], true],
    ['with its end', [word(), { ...LAST, usage: USAGE }, '[DONE]'], true],
    ['before a bare end', [word(), { choices: [], usage: USAGE }, '[DONE]'], true],
    ['with each piece, to its end', [word(USAGE), word(USAGE), { ...LAST, usage: USAGE }], true],
    ['with each piece, cut off', [word(USAGE), word(USAGE)], false],
    ['before text without usage', [word(USAGE), word(), LAST], false],
    ['nowhere', [word(), LAST, '[DONE]'], false],
  ])('is final if nothing followed it: %s', (_, events, isIt) => {
    expect(isFinal('chat_completions', events)).toBe(isIt);
  });
});

describe('the usage of a stream of generateContent', () => {
  const pieceOf = (usageMetadata?: object, finishReason?: string) => ({
    candidates: [{ content: { parts: [{ text: 'A word' }] }, finishReason }],
    ...(usageMetadata && { usageMetadata }),
  });
  const used = { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 };
  it.each<[string, readonly unknown[], boolean]>([
    ['with each piece, to its end', [pieceOf(used), pieceOf(used, 'STOP')], true],
    ['after its end', [pieceOf(undefined, 'STOP'), { usageMetadata: used }], true],
    ['if the prompt is blocked', [{ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: used }], true],
    ['with each piece, cut off', [pieceOf(used), pieceOf(used)], false],
    ['before text without usage', [pieceOf(used), pieceOf(undefined, 'STOP')], false],
    ['that is empty', [pieceOf({}, 'STOP')], false],
    ['nowhere', [pieceOf(undefined, 'STOP')], false],
  ])('is final if nothing followed it: %s', (_, events, isIt) => {
    expect(isFinal('generate_content', events)).toBe(isIt);
  });
});

describe('the usage of a stream of Messages', () => {
  it('is final after its delta, which states the total usage', () => {
    const start = { type: 'message_start', message: { model: 'm', usage: { input_tokens: 9, output_tokens: 1 } } };
    expect(isFinal('messages', [start])).toBe(false);
    expect(isFinal('messages', [start, { type: 'message_delta', delta: {}, usage: { output_tokens: 4 } }])).toBe(true);
  });
});
