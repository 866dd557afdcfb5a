import { beforeAll, describe, expect, it } from 'vitest';
import type { OwnPriceEntry } from '../../../../domain/gateway/own-price.ts';
import { OwnPrices } from '../../../../providers/prices/own-prices.ts';
import { loadPriceTable, type PriceTable } from '../../../../providers/prices/price-table.ts';
import type { PriceTerms } from '../../../../providers/usage/price-terms.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const USED = { input_tokens: 1_000, output_tokens: 100 };
const PLAIN: PriceTerms = { served: [], parts: undefined, reason: undefined, statedUsd: undefined };
const PRIORITY = [{ dimension: 'service_tier', value: 'priority' }];

let table: PriceTable;
beforeAll(async () => {
  table = await loadPriceTable();
});

interface Case {
  readonly model?: string;
  readonly priceProvider?: string | undefined;
  readonly units?: Readonly<Record<string, number>>;
  readonly terms?: PriceTerms;
  readonly at?: Date;
}

function costOf(entries: readonly OwnPriceEntry[], more: Case = {}): string {
  const used = { priceProvider: 'openai', model: 'gpt-5', units: USED, terms: undefined, at: AT, ...more };
  const price = table.price({ ...used, own: new OwnPrices(entries) });
  return price.state === 'priced' ? `$${Number(price.nanos) / 1e9}` : price.reason;
}

describe('operator prices', () => {
  const rates = { input_mtok: 1, output_mtok: 5 };
  const own: OwnPriceEntry = { models: ['gpt-5*'], rates };

  it.each<[string, readonly OwnPriceEntry[], Case, string]>([
    ['apply to the models that they name', [own], {}, '$0.0015'],
    ['apply to no other model', [own], { model: 'gpt-4.1' }, '$0.0028'],
    ['apply if the table has no provider', [own], { priceProvider: undefined }, '$0.0015'],
    ['take precedence over the provider’s statement', [own], { terms: { ...PLAIN, statedUsd: 9 } }, '$0.0015'],
    ['are multiplied', [{ ...own, multiplier: 0.5 }], {}, '$0.00075'],
    ['multiply the table', [{ models: ['*'], multiplier: 0.9 }], {}, '$0.002025'],
    ['apply from an instant on', [{ ...own, from: '2026-12-01T00:00:00Z' }], {}, '$0.00225'],
    ['apply from it on', [{ ...own, from: '2026-11-20T12:00:00Z' }], {}, '$0.0015'],
    ['are the latest', [own, { models: ['gpt-5'], from: '2026-11-01T00:00:00Z', multiplier: 2 }], {}, '$0.0045'],
    ['are the first of the file', [own, { models: ['gpt-5'], multiplier: 2 }], {}, '$0.0015'],
    ['take tiers of the table', [own], { terms: { ...PLAIN, served: PRIORITY } }, '$0.003'],
    [
      'do not read unknown values',
      [own],
      { terms: { ...PLAIN, reason: 'usage_not_understood' } },
      'usage_not_understood',
    ],
    ['have no rate for searches', [own], { units: { ...USED, web_searches: 1 } }, 'rates_missing'],
    ['contradict no usage', [own], { units: { ...USED, cache_read_tokens: 2_000 } }, 'usage_inconsistent'],
  ])('%s', (_, entries, more, cost) => {
    expect(costOf(entries, more)).toBe(cost);
  });

  it('have the price of a tier', () => {
    const services = [{ dimension: 'service_tier', value: 'priority', multiplier: 1.5 }] as const;
    const terms = { ...PLAIN, served: PRIORITY };
    expect(costOf([{ ...own, services }], { terms })).toBe('$0.00225');
    expect(costOf([{ models: ['gpt-5'], services }], { terms })).toBe('$0.003375');
    expect(costOf([{ models: ['gpt-5'], services }])).toBe('$0.00225');
    expect(new OwnPrices([{ models: ['*'], services }]).maxServiceMultiplier).toBe(1.5);
  });

  it('charge each kind of token at its rate, or at the rate of the total', () => {
    const all = {
      ...rates,
      ...{ cache_read_mtok: 0.1, cache_write_mtok: 1.25, cache_write_1h_mtok: 2, output_audio_mtok: 20 },
      ...{ web_searches_kcount: 8, input_audio_mtok: 10 },
    };
    const units = {
      ...{ input_tokens: 10_000, cache_read_tokens: 4_000, cache_write_tokens: 3_000, cache_write_1h_tokens: 1_000 },
      ...{ output_tokens: 200, output_audio_tokens: 50, output_reasoning_tokens: 100, web_searches: 2 },
    };
    // 3,000 × 1 + 4,000 × 0.1 + 2,000 × 1.25 + 1,000 × 2 + 150 × 5 + 50 × 20, and two searches.
    expect(costOf([{ models: ['*'], rates: all }], { units })).toBe('$0.02565');
  });

  it('are identified by their digest', () => {
    const price = table.price({
      priceProvider: 'openai',
      model: 'gpt-5',
      units: USED,
      at: AT,
      own: new OwnPrices([own]),
    });
    expect(price.revision).toMatch(/^configuration sha256:[0-9a-f]{64}$/);
  });
});
