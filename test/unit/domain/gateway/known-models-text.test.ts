import { expect, it } from 'vitest';
import { knownModelsText } from '../../../../domain/gateway/known-models-text.ts';

const KNOWN = ['claude-haiku-4-5', 'claude-sonnet-4-5', 'gpt-5-mini'];

it.each([
  [
    'claude-hiaku-4-5',
    KNOWN,
    ' Did you mean claude-haiku-4-5? The known models are claude-haiku-4-5, claude-sonnet-4-5, gpt-5-mini.',
  ],
  [
    'GPT-5-mini',
    KNOWN,
    ' Did you mean gpt-5-mini? The known models are claude-haiku-4-5, claude-sonnet-4-5, gpt-5-mini.',
  ],
  ['mistral-large', KNOWN, ' The known models are claude-haiku-4-5, claude-sonnet-4-5, gpt-5-mini.'],
  ['x', [], ''],
])('states the known models for %s', (asked, known, text) => {
  expect(knownModelsText(asked, known)).toBe(text);
});

it('names twenty of many, and the number of the others', () => {
  const many = Array.from({ length: 23 }, (_one, index) => `model-${index}`);
  expect(knownModelsText('another', many)).toBe(` The known models are ${many.slice(0, 20).join(', ')} and 3 more.`);
});
