import { calcPrice, waitForUpdate, type ModelPrice, type Provider } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { UNPRICED_REASONS } from '../../../../domain/models/price.ts';
import { loadPriceTable, type PriceTable } from '../../../../providers/prices/price-table.ts';
import { readUsage } from '../../../../providers/usage/read-usage.ts';
import { computeExpectedPrice } from './support/expected-price.ts';
import { used, WRITERS, type Wire } from './support/usage-bodies.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const RUNS = 1_000;

/**
 * The protocols of the table's providers, with the flavor of each. Providers whose prices depend on more than the usage
 * are excluded.
 */
const LEFT_OUT: readonly string[] = ['perplexity', 'cohere', 'aws', 'cursor', 'typesafe'];

function wiresOf({ id, extractors = [] }: Provider): readonly (readonly [Wire, flavor: string])[] {
  if (LEFT_OUT.includes(id)) return [];
  const has = (flavor: string, path: string): boolean =>
    extractors.some((each) => each.api_flavor === flavor && each.mappings.some((mapping) => mapping.path === path));
  const wires: (readonly [Wire, string])[] = [];
  const chat = ['chat', 'default'].find((flavor) => has(flavor, 'prompt_tokens'));
  if (chat !== undefined) wires.push(['chat', chat]);
  if (has('default', 'cache_creation_input_tokens')) wires.push(['messages', 'default']);
  if (id === 'openai') wires.push(['responses', 'responses']);
  return wires;
}

/** Models that the table finds by their own name, and whose rates apply at every hour. */
function modelsOf({
  id: providerId,
  models,
}: Provider): readonly { readonly id: string; readonly prices: ModelPrice }[] {
  return models.flatMap(({ id, prices }) => {
    const isItself = calcPrice({}, id, { providerId, timestamp: AT })?.model.id === id;
    return isItself && !Array.isArray(prices) ? [{ id, prices }] : [];
  });
}

const CASES = ((await waitForUpdate()) ?? []).flatMap((provider) => {
  const models = modelsOf(provider);
  if (models.length === 0) return [];
  return wiresOf(provider).map(([wire, flavor]) => ({ priceProvider: provider.id, wire, flavor, models }));
});

describe('any usage body', () => {
  let table: PriceTable;
  beforeAll(async () => {
    table = await loadPriceTable();
  });

  it.each(CASES)(
    'of $priceProvider in the form of $wire is priced by its complete content, or unpriced with a reason',
    ({ priceProvider, wire, flavor, models }) => {
      let priced = 0;
      fc.assert(
        fc.property(used, (usage) => {
          const { id, prices } = models[usage.model % models.length]!;
          const { body } = WRITERS[wire](id, usage, priceProvider);
          const { units, terms } = readUsage(body, { priceProvider, flavor }) ?? {};
          const price = table.price({ priceProvider, model: id, units, terms, at: AT });
          if (price.state === 'priced') priced += 1;
          expect(price.state === 'priced' ? price.nanos : 'unpriced').toBe(
            computeExpectedPrice(wire, priceProvider, id, prices, usage),
          );
          if (price.state === 'unpriced') expect(UNPRICED_REASONS).toContain(price.reason);
        }),
        { numRuns: RUNS, seed: 20_261_127 },
      );
      expect(priced).toBeGreaterThan(RUNS / 20);
    },
  );

  it('is tested for every provider whose answers determine their price', () => {
    expect(CASES.length).toBeGreaterThan(30);
  });
});
