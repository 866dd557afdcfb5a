import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPriceBasis } from '../../../../contracts/ingest/events/price-basis.ts';
import { UNPRICED_REASONS, type UnpricedReason } from '../../../../domain/models/price.ts';
import { createBasisPrices } from '../../../../providers/prices/create-basis-prices.ts';
import { OwnPrices } from '../../../../providers/prices/own-prices.ts';
import { priceCall } from '../../../../providers/prices/price-call.ts';
import { loadPriceTable, type PriceTable } from '../../../../providers/prices/price-table.ts';
import type { UsedUnits } from '../../../../providers/prices/price-usage.ts';
import type { PriceTerms } from '../../../../providers/usage/price-terms.ts';

const AT = new Date('2026-11-20T12:00:00.123Z');
const PLAIN: PriceTerms = { served: [], parts: undefined, reason: undefined, statedUsd: undefined };
const USED: UsedUnits = {
  ...{ priceProvider: 'openai', model: 'gpt-5', units: { input_tokens: 1_000, output_tokens: 100 }, at: AT },
};

/** An older table, which has no price for this reason. */
const older = (reason: UnpricedReason): Pick<PriceTable, 'price'> => ({
  price: () => ({ state: 'unpriced', reason, revision: 'older' }),
});

/** The basis that a call of an older table stores for a later table; undefined if it stores none. */
function basisOf(reason: UnpricedReason, used: UsedUnits, asked = used.model, isEstimate = false): string | undefined {
  const price = priceCall(older(reason), used, asked, isEstimate);
  if (price.state === 'priced') throw new Error('It has a price.');
  return price.basis;
}

let table: PriceTable;
beforeAll(async () => {
  table = await loadPriceTable();
});

describe('the price of a call', () => {
  it('is the table’s result', () => {
    expect(priceCall(table, USED, 'gpt-5', false)).toEqual({
      ...{ state: 'priced', nanos: '2250000', revision: table.revision },
    });
  });

  it('stores the basis for a later table if this one has none', () => {
    expect(basisOf('model_not_in_table', USED)).toBe(
      '{"provider":"openai","models":["gpt-5"],"at":"2026-11-20T12:00:00.123Z","units":{"input_tokens":1000,"output_tokens":100}}',
    );
    const terms: PriceTerms = {
      ...PLAIN,
      served: [{ dimension: 'service_tier', value: 'priority' }],
      parts: [
        { model: undefined, units: { input_tokens: 1 } },
        { model: 'other', units: { output_tokens: 2 } },
      ],
    };
    expect(basisOf('rates_missing', { ...USED, model: 'gpt-5-9', terms }, 'gpt-5', true)).toBe(
      '{"provider":"openai","models":["gpt-5-9","gpt-5"],"at":"2026-11-20T12:00:00.123Z","units":{"input_tokens":1000,"output_tokens":100},' +
        '"estimated":true,"served":[{"dimension":"service_tier","value":"priority"}],' +
        '"parts":[{"units":{"input_tokens":1}},{"model":"other","units":{"output_tokens":2}}]}',
    );
  });

  it.each(UNPRICED_REASONS)('stores a basis if a table can remove the reason: %s', (reason) => {
    const ofTable = ['provider_not_in_table', 'model_not_in_table', 'rates_missing', 'service_not_in_table'];
    expect(basisOf(reason, USED) !== undefined).toBe(ofTable.includes(reason));
  });

  it.each<[string, Partial<UsedUnits>]>([
    ['the provider is not known', { priceProvider: undefined }],
    ['the usage is not known', { units: undefined }],
    ['a tool without a stated price ran', { terms: { ...PLAIN, reason: 'tool_not_in_table' } }],
    ['the serving tier is unknown', { terms: { ...PLAIN, reason: 'service_not_in_table' } }],
    ["a price of one's own holds", { own: new OwnPrices([{ models: ['gpt-5*'], multiplier: 0.9 }]) }],
    ['the basis exceeds its maximum size', { terms: { ...PLAIN, parts: manyParts() } }],
  ])('stores no basis if %s', (_, more) => {
    expect(basisOf('model_not_in_table', { ...USED, ...more })).toBeUndefined();
  });

  it('stores a basis if an operator price is for other models, or another time', () => {
    const own = new OwnPrices([
      { models: ['other'], multiplier: 2 },
      { models: ['gpt-5'], from: '2026-12-01T00:00:00Z', multiplier: 2 },
    ]);
    expect(basisOf('model_not_in_table', { ...USED, own })).toBe(basisOf('model_not_in_table', USED));
  });

  it('is equal to the nano-dollar if a later table had been the gateway’s', () => {
    const count = fc.nat({ max: 2_000_000 });
    const units = fc.record(
      {
        ...{ input_tokens: count, output_tokens: count, cache_read_tokens: count, cache_write_tokens: count },
        ...{ cache_write_1h_tokens: count, output_reasoning_tokens: count, web_searches: fc.nat({ max: 9 }) },
      },
      { requiredKeys: ['input_tokens', 'output_tokens'] },
    );
    const model = fc.constantFrom('gpt-5', 'gpt-5-mini', 'claude-sonnet-4-5', 'claude-opus-4-6', 'nobody-knows-it');
    const served = fc.constantFrom<PriceTerms['served']>(
      [],
      [{ dimension: 'service_tier', value: 'priority' }],
      [{ dimension: 'service_tier', value: 'flex' }],
      [{ dimension: 'speed', value: 'fast' }],
    );
    const parts = fc.option(
      fc.array(fc.record({ model: fc.option(model, { nil: undefined }), units }), { maxLength: 3 }),
      {
        nil: undefined,
      },
    );
    const terms = fc.record({ served, parts, reason: fc.constant(undefined), statedUsd: fc.constant(undefined) });
    const used = fc.record({
      ...{ priceProvider: fc.constantFrom('openai', 'anthropic'), model, units },
      ...{
        terms: fc.option(terms, { nil: undefined }),
        at: fc.date({ min: new Date('2026-01-01'), max: AT, noInvalidDate: true }),
      },
    });
    let priced = 0;
    fc.assert(
      fc.property(used, model, fc.boolean(), (call, asked, isEstimate) => {
        const basis = readPriceBasis(basisOf('model_not_in_table', call, asked, isEstimate) ?? '');
        const found = priceCall(table, call, asked, isEstimate);
        const later = createBasisPrices(table).priceOf(basis!);
        if (later.state === 'priced') priced += 1;
        expect(later).toEqual(
          found.state === 'priced' ? found : { state: 'unpriced', reason: found.reason, revision: found.revision },
        );
        expect(basis?.estimated === true).toBe(isEstimate);
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(priced).toBeGreaterThan(20);
  });
});

function manyParts(): PriceTerms['parts'] {
  return Array.from({ length: 100 }, () => ({
    model: undefined,
    units: { input_tokens: 1_000, output_tokens: 1_000 },
  }));
}
