import { updatePrices, waitForUpdate, type Provider } from '@pydantic/genai-prices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPriceTable } from '../../../../providers/prices/price-table.ts';
import { readUsage } from '../../../../providers/usage/read-usage.ts';

const AT = new Date('2026-06-01T12:00:00Z');
const CHAT = { priceProvider: 'acme', flavor: 'chat' };

const TABLE: Provider[] = [
  {
    id: 'acme',
    name: 'Acme',
    api_pattern: 'https://api\\.acme\\.test',
    extractors: [
      {
        api_flavor: 'chat',
        root: 'usage',
        model_path: 'model',
        mappings: [
          { path: 'prompt_tokens', dest: 'input_tokens', required: true },
          { path: ['prompt_tokens_details', 'cached_tokens'], dest: 'cache_read_tokens', required: false },
          { path: 'completion_tokens', dest: 'output_tokens', required: true },
        ],
      },
    ],
    models: [
      {
        id: 'large',
        match: { starts_with: 'large' },
        prices: [
          { prices: { input_mtok: 3, output_mtok: 15, cache_read_mtok: 0.3 } },
          {
            constraint: { start_date: '2026-07-01', type: 'start_date' },
            prices: { input_mtok: 2, output_mtok: 10, cache_read_mtok: 0.2 },
          },
        ],
      },
      { id: 'tiny', match: { equals: 'tiny' }, prices: { input_mtok: 0.0375, output_mtok: 0.0005 } },
      { id: 'free', match: { equals: 'free' }, prices: { input_mtok: 0, output_mtok: 0 } },
      { id: 'embedding', match: { equals: 'embedding' }, prices: { input_mtok: 1 } },
      { id: 'announced', match: { equals: 'announced' }, prices: {} },
    ],
  },
];

describe('prices of a table', () => {
  let bundled: Provider[] | null;

  beforeAll(async () => {
    bundled = await waitForUpdate();
    activate(TABLE);
  });
  afterAll(() => activate(bundled));

  const activate = (table: Provider[] | null): void => updatePrices(({ setProviderData }) => setProviderData(table));

  const priceOf = async (model: string, units: Record<string, number> | undefined, at = AT, priceProvider = 'acme') => {
    const { revision, ...price } = (await loadPriceTable()).price({ priceProvider, model, units, at });
    expect(revision).toMatch(/^@pydantic\/genai-prices@\d+\.\d+\.\d+ sha256:[0-9a-f]{64} rules-2$/);
    return price;
  };

  it.each([
    // 1,000 × 3 + 100 × 15 USD per million
    ['large', { input_tokens: 1_000, output_tokens: 100 }, '4500000'],
    // 600 × 3 + 400 × 0.3: cached tokens are a part of the input
    ['large-2026', { input_tokens: 1_000, cache_read_tokens: 400, output_tokens: 0 }, '1920000'],
    // 37.5 and 112.5 nano-USD: half to even, with one rounding of the sum
    ['tiny', { input_tokens: 1, output_tokens: 0 }, '38'],
    ['tiny', { input_tokens: 3, output_tokens: 0 }, '112'],
    ['tiny', { input_tokens: 1, output_tokens: 1 }, '38'],
    // A rate of 0 is a price.
    ['free', { input_tokens: 1_000, output_tokens: 100 }, '0'],
  ])('%s for %j costs %s nano-USD', async (model, units, nanos) => {
    expect(await priceOf(model, units)).toEqual({ state: 'priced', nanos });
  });

  it('are those in force at the time of the call', async () => {
    const units = { input_tokens: 1_000, output_tokens: 100 };
    expect(await priceOf('large', units, new Date('2026-06-30T23:59:59.999Z'))).toMatchObject({ nanos: '4500000' });
    expect(await priceOf('large', units, new Date('2026-07-01T00:00:00.000Z'))).toMatchObject({ nanos: '3000000' });
    const table = await loadPriceTable();
    const nanosAt = (instant: string) =>
      table.price({ priceProvider: 'acme', model: 'large', units, at: new Date(instant) });
    expect(
      ['2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00.000Z', '2026-06-30T23:59:59.999Z'].map(nanosAt),
    ).toMatchObject([{ nanos: '4500000' }, { nanos: '3000000' }, { nanos: '4500000' }]);
  });

  it.each([
    ['provider_not_in_table', 'large', { input_tokens: 1, output_tokens: 1 }, 'nobody'],
    ['model_not_in_table', 'unheard-of', { input_tokens: 1, output_tokens: 1 }, 'acme'],
    ['rates_missing', 'announced', { input_tokens: 1, output_tokens: 1 }, 'acme'],
    ['rates_missing', 'embedding', { input_tokens: 1, output_tokens: 1 }, 'acme'],
    ['usage_unknown', 'large', undefined, 'acme'],
    ['usage_inconsistent', 'large', { input_tokens: 1, cache_read_tokens: 2, output_tokens: 1 }, 'acme'],
  ])('is absent if unknown, and never 0: %s', async (reason, model, units, priceProvider) => {
    expect(await priceOf(model, units, AT, priceProvider)).toEqual({ state: 'unpriced', reason });
  });

  it('belong to one revision while the table does not change', async () => {
    const { revision } = await loadPriceTable();
    activate(structuredClone(TABLE));
    expect((await loadPriceTable()).revision).toBe(revision);
    activate(TABLE.map((provider) => ({ ...provider, models: provider.models.slice(1) })));
    expect((await loadPriceTable()).revision).not.toBe(revision);
    activate(TABLE);
  });

  it('use the usage that an answer states', () => {
    const usage = { prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } };
    expect(readUsage({ model: 'large-1', usage }, CHAT)).toEqual({
      model: 'large-1',
      units: { input_tokens: 12, cache_read_tokens: 4, output_tokens: 3 },
    });
    expect(readUsage({ usage }, CHAT)).toMatchObject({ model: undefined });
  });

  it.each([
    ['no usage', { model: 'large' }],
    ['half a usage', { model: 'large', usage: { prompt_tokens: 12 } }],
    ['a negative count', { model: 'large', usage: { prompt_tokens: 12, completion_tokens: -1 } }],
    ['a value that is not an object', 'busy'],
  ])('an answer with %s has no usage', (_, answer) => {
    expect(readUsage(answer, CHAT)).toBeUndefined();
  });
});

it('the packaged table contains models by their names in answers', async () => {
  const table = await loadPriceTable();
  const units = { input_tokens: 2_743, output_tokens: 4 };
  const used = { priceProvider: 'anthropic', model: 'claude-sonnet-4-5-20250929', units, at: AT };
  expect(table.price(used)).toEqual({ state: 'priced', nanos: '8289000', revision: table.revision });
});
