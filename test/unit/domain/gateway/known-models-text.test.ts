import { expect, it } from 'vitest';
import { knownModelsText } from '../../../../domain/gateway/known-models-text.ts';

const KNOWN = ['claude-haiku-4-5', 'claude-sonnet-4-5', 'gpt-5-mini'];

it.each([
  [
    'claude-hiaku-4-5',
    KNOWN,
    ' Did you mean claude-haiku-4-5? Known are claude-haiku-4-5, claude-sonnet-4-5, gpt-5-mini.',
  ],
  ['GPT-5-mini', KNOWN, ' Did you mean gpt-5-mini? Known are claude-haiku-4-5, claude-sonnet-4-5, gpt-5-mini.'],
  ['mistral-large', KNOWN, ' Known are claude-haiku-4-5, claude-sonnet-4-5, gpt-5-mini.'],
  ['x', [], ''],
])('says of %s what is known', (asked, known, text) => {
  expect(knownModelsText(asked, known)).toBe(text);
});

it('names twenty of many, and how many there are besides', () => {
  const many = Array.from({ length: 23 }, (_one, index) => `model-${index}`);
  expect(knownModelsText('another', many)).toBe(` Known are ${many.slice(0, 20).join(', ')} and 3 more.`);
});
