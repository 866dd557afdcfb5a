import { extractUsage, findProvider, type Provider } from '@pydantic/genai-prices';
import { describe, expect, it } from 'vitest';
import { readUsage } from '../../../../providers/usage/read-usage.ts';
import { UsagePaths } from '../../../../providers/usage/usage-paths.ts';

const FORMS = [
  ['openai', 'chat'],
  ['openai', 'responses'],
  ['openai', 'embeddings'],
  ['anthropic', 'default'],
  ['anthropic', 'chat'],
  ['groq', 'default'],
  ['mistral', 'default'],
] as const;

const COUNTS = {
  ...{ prompt_tokens: 9, completion_tokens: 4, input_tokens: 9, output_tokens: 4, total_tokens: 13 },
  ...{ cache_creation_input_tokens: 3, cache_read_input_tokens: 2, cached_tokens: 1 },
  prompt_tokens_details: { cached_tokens: 5, audio_tokens: 0 },
  input_tokens_details: { cached_tokens: 5 },
  completion_tokens_details: { reasoning_tokens: 2, audio_tokens: null },
  output_tokens_details: { reasoning_tokens: 2, thinking_tokens: 1 },
  cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 },
};

const ANSWERS: readonly (readonly [name: string, answer: unknown])[] = [
  ['all there is', { model: 'm-1', usage: COUNTS }],
  ['no model', { usage: COUNTS }],
  ['a model that is not a text', { model: 1, usage: COUNTS }],
  ['no details', { model: 'm', usage: { prompt_tokens: 1, completion_tokens: 0, input_tokens: 1, output_tokens: 0 } }],
  ['details of the wrong type', { usage: { ...COUNTS, prompt_tokens_details: 7, input_tokens_details: null } }],
  ['none of the requested counts', { usage: { total_tokens: 3 } }],
  ['a count that is not a number', { usage: { ...COUNTS, prompt_tokens: '9', input_tokens: null } }],
  ['a negative count', { usage: { ...COUNTS, completion_tokens: -1, output_tokens: -1 } }],
  ['an infinite count', { usage: { ...COUNTS, completion_tokens: Infinity, output_tokens: Infinity } }],
  ['no usage', { model: 'm' }],
  ['a usage that is a list', { usage: [COUNTS] }],
  ['a list', [{ usage: COUNTS }]],
  ['a text', 'usage'],
  ['nothing', undefined],
];

function ofPackage(provider: Provider, flavor: string, answer: unknown): unknown {
  try {
    const { model, usage } = extractUsage(provider, answer, flavor);
    return { model: model ?? undefined, units: usage };
  } catch {
    return undefined;
  }
}

describe('paths of usage', () => {
  it.each(FORMS.flatMap(([id, flavor]) => ANSWERS.map(([name, answer]) => ({ id, flavor, name, answer }))))(
    'return the package’s counts: $id $flavor, $name',
    ({ id, flavor, answer }) => {
      const provider = findProvider({ providerId: id })!;
      expect(UsagePaths.of(provider, flavor)!.read(answer)).toEqual(ofPackage(provider, flavor, answer));
    },
  );

  it.each([1.5, 1e300, 1e12, 100_000_001, -1, Number.NaN])(
    'return nothing if a call cannot have used it: %s',
    (count) => {
      const chat = (usage: object) => readUsage({ model: 'm', usage }, { priceProvider: 'openai', flavor: 'chat' });
      expect(chat({ prompt_tokens: count, completion_tokens: 1 })).toBeUndefined();
      expect(chat({ prompt_tokens: 1, completion_tokens: count })).toBeUndefined();
      // Only the package reads this form.
      const form = { priceProvider: 'google', flavor: 'default' };
      const answer = { modelVersion: 'm', usageMetadata: { promptTokenCount: count, candidatesTokenCount: 1 } };
      expect(readUsage(answer, form)).toBeUndefined();
    },
  );

  it('return the most that a call can use', () => {
    const usage = { prompt_tokens: 100_000_000, completion_tokens: 0 };
    expect(readUsage({ model: 'm', usage }, { priceProvider: 'openai', flavor: 'chat' })).toEqual({
      model: 'm',
      units: { input_tokens: 100_000_000, output_tokens: 0 },
    });
  });

  it('are absent for an unknown form, and for steps that search', () => {
    const provider = findProvider({ providerId: 'openai' })!;
    expect(UsagePaths.of(provider, 'none')).toBeUndefined();
    expect(UsagePaths.of(provider, 'chat')).toBeInstanceOf(UsagePaths);
    const searched = [{ type: 'array-match', field: 'type', match: { equals: 'usage' } }];
    const extractors = [{ ...provider.extractors![0]!, root: searched }] as NonNullable<typeof provider.extractors>;
    expect(UsagePaths.of({ ...provider, extractors }, 'chat')).toBeUndefined();
  });
});
