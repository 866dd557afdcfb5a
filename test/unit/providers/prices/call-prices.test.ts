import { describe, expect, it } from 'vitest';
import { createCallPrices } from '../../../../providers/prices/create-call-prices.ts';
import { loadPriceTable, type PriceTable } from '../../../../providers/prices/price-table.ts';

const AT = new Date('2026-03-01T00:00:00.000Z');

describe('prices of other gateways’ calls', () => {
  it.each([
    ['openai', 'openai'],
    ['anthropic', 'anthropic'],
    ['aws.bedrock', 'aws'],
    ['azure.ai.openai', 'azure'],
    ['az.ai.inference', 'azure'],
    ['gcp.vertex_ai', 'google'],
    ['gemini', 'google'],
    ['mistral_ai', 'mistral'],
    ['x_ai', 'x-ai'],
    ['groq', 'groq'],
    // A name that only resembles a provider's name is not a provider.
    ['openai-compatible', undefined],
    ['OpenAI', 'openai'],
    ['ibm.watsonx.ai', undefined],
  ])('are the table’s prices of %s under %s', (provider, priceProvider) => {
    const asked: unknown[] = [];
    const table: Pick<PriceTable, 'price'> = {
      price: (used) => {
        asked.push(used);
        return { state: 'unpriced', reason: 'model_not_in_table', revision: 'r' };
      },
    };
    const tokens = { input: 10, output: 2, cacheRead: 4 };
    createCallPrices(table).priceOf({ provider, model: 'm', tokens, at: AT });
    const units = { input_tokens: 10, output_tokens: 2, cache_read_tokens: 4 };
    expect(asked).toEqual([{ priceProvider, model: 'm', units, at: AT }]);
  });

  it('are those of the table, and absent if it has none', async () => {
    const prices = createCallPrices(await loadPriceTable());
    const tokens = { input: 1_000, output: 200 };
    // 2.50 and 10 USD per million.
    expect(prices.priceOf({ provider: 'openai', model: 'gpt-4o', tokens, at: AT })).toMatchObject({
      state: 'priced',
      nanos: '4500000',
    });
    expect(prices.priceOf({ provider: 'openai', model: 'nobody-knows-1', tokens, at: AT })).toMatchObject({
      state: 'unpriced',
      reason: 'model_not_in_table',
    });
    expect(prices.priceOf({ provider: 'openai', model: 'gpt-4o', tokens: undefined, at: AT })).toMatchObject({
      state: 'unpriced',
      reason: 'usage_unknown',
    });
  });
});
