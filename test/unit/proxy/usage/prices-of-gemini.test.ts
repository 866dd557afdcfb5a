import { describe, expect, it } from 'vitest';
import { readAttempt, readCost, gemini, messages } from './support/priced-answer.ts';

const FLASH = gemini('gemini-2.5-flash');
const WORDS = [{ content: { parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }];
const USED = { promptTokenCount: 1_000, candidatesTokenCount: 100, totalTokenCount: 1_100 };
const answerOf = (usageMetadata: object, more: object = {}) => ({ candidates: WORDS, usageMetadata, ...more });

describe('the cost of a Gemini answer', () => {
  it.each<[string, object, string]>([
    ['only text, at 0.3 and 2.5 USD per million', USED, '$0.00055'],
    ['partly from a cache, at 0.03 USD', { ...USED, cachedContentTokenCount: 400 }, '$0.000442'],
    [
      'reasoning separate from the candidates, as output',
      { ...USED, thoughtsTokenCount: 50, totalTokenCount: 1_150 },
      '$0.000675',
    ],
    [
      'tool results separate from the prompt, as input',
      { ...USED, toolUsePromptTokenCount: 200, totalTokenCount: 1_300 },
      '$0.00061',
    ],
    [
      'audio, at 1 USD',
      {
        ...USED,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 400 },
          { modality: 'AUDIO', tokenCount: 600 },
        ],
      },
      '$0.00097',
    ],
    ['pictures, as text', { ...USED, promptTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_000 }] }, '$0.00055'],
    [
      'only reasoning, if the cap ended it',
      { promptTokenCount: 1_000, thoughtsTokenCount: 100, totalTokenCount: 1_100 },
      '$0.00055',
    ],
    ['more cached tokens than input', { ...USED, cachedContentTokenCount: 4_000 }, 'usage_inconsistent'],
    ['another total', { ...USED, totalTokenCount: 9_000 }, 'usage_inconsistent'],
    ['an unknown count', { ...USED, quantumTokenCount: 5 }, 'usage_not_understood'],
    ['no output in spite of text', { promptTokenCount: 1_000, totalTokenCount: 1_000 }, 'usage_unknown'],
    ['no input', { candidatesTokenCount: 100, totalTokenCount: 100 }, 'usage_unknown'],
    ['nothing', {}, 'usage_unknown'],
    ['texts instead of numbers', { promptTokenCount: '1000', candidatesTokenCount: '100' }, 'usage_unknown'],
    ['more than a call can use', { ...USED, promptTokenCount: 1e15 }, 'usage_unknown'],
  ])('with a usage of %s', (_, usage, cost) => {
    expect(readCost(answerOf(usage), FLASH)).toBe(cost);
  });

  it('whose prompt is blocked is the cost of the prompt', () => {
    const usageMetadata = { promptTokenCount: 1_000, totalTokenCount: 1_000 };
    expect(readCost({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata }, FLASH)).toBe('$0.0003');
  });

  it('has the higher rates for everything above 200,000 input tokens', () => {
    const pro = gemini('gemini-2.5-pro');
    const of = (sent: number): string =>
      readCost(answerOf({ promptTokenCount: sent, candidatesTokenCount: 1_000, totalTokenCount: sent + 1_000 }), pro);
    expect([of(200_000), of(300_000)]).toEqual(['$0.26', '$0.765']);
  });

  it.each<[string, object, string]>([
    ['a search of the web', { webSearchQueries: ['x'] }, 'tool_not_in_table'],
    ['pages of the web', { groundingChunks: [{ web: { uri: 'https://x' } }] }, 'tool_not_in_table'],
    ['places of a map', { groundingChunks: [{ maps: { uri: 'https://x' } }] }, 'tool_not_in_table'],
    [
      'files of the account',
      { groundingChunks: [{ retrievedContext: {} }], groundingSupports: [{ a: 1 }] },
      '$0.00055',
    ],
    ['nothing', {}, '$0.00055'],
  ])('that depends on %s', (_, groundingMetadata, cost) => {
    const candidates = [{ ...WORDS[0], groundingMetadata }];
    expect(readCost(answerOf(USED, { candidates }), FLASH)).toBe(cost);
    expect(readCost([answerOf(USED, { candidates }), answerOf(USED)], FLASH)).toBe(cost);
  });

  it.each<[string, object, object, string]>([
    ['flex', { serviceTier: 'flex' }, { serviceTier: 'flex' }, '$0.000275'],
    ['flex in the other spelling', { service_tier: 'flex' }, { serviceTier: 'flex' }, '$0.000275'],
    ['flex, which the answer does not confirm', { serviceTier: 'flex' }, {}, 'service_not_in_table'],
    ['priority', { serviceTier: 'priority' }, { serviceTier: 'priority' }, 'service_not_in_table'],
    ['the standard tier', { serviceTier: 'standard' }, {}, '$0.00055'],
  ])('that requests %s', (_, asked, stated, cost) => {
    expect(readCost(answerOf({ ...USED, ...stated }), { ...FLASH, asked: asked as Record<string, unknown> })).toBe(
      cost,
    );
  });
});

describe('the usage of a Gemini stream', () => {
  it('is that of its last piece, which includes all earlier ones', () => {
    const first = { promptTokenCount: 1_000, candidatesTokenCount: 3, totalTokenCount: 1_003 };
    const { units, isEstimate } = readAttempt(
      [answerOf(first), answerOf({ ...USED, thoughtsTokenCount: 50, totalTokenCount: 1_150 })],
      FLASH,
    );
    expect([units, isEstimate]).toEqual([
      { input_tokens: 1_000, output_tokens: 150, output_reasoning_tokens: 50 },
      false,
    ]);
  });

  it('is estimated if it is interrupted, with its stated input', () => {
    const pieces = [{ candidates: [{ content: { parts: [{ text: 'x'.repeat(400) }] } }], usageMetadata: USED }];
    const { units, isEstimate } = readAttempt(pieces, FLASH);
    expect([units, isEstimate]).toEqual([{ input_tokens: 1_000, output_tokens: 100 }, true]);
  });

  it('is estimated if its end does not state the output', () => {
    const usage = { promptTokenCount: 1_000, totalTokenCount: 1_000 };
    expect(readAttempt([answerOf(usage)], FLASH)).toMatchObject({
      units: { input_tokens: 1_000, output_tokens: 2 },
      isEstimate: true,
    });
  });
});

it('reads Messages that Google serves as Messages', () => {
  const usage = { input_tokens: 1_000, output_tokens: 100 };
  const answered = { ...messages('claude-opus-4-7'), provider: 'google' };
  expect(readCost({ content: [{ type: 'text', text: 'Hi' }], usage }, answered)).toBe('$0.0075');
});
