import { waitForUpdate } from '@pydantic/genai-prices';
import { expect, it } from 'vitest';
import { ModelRates } from '../../../../providers/prices/model-rates.ts';
import { computeTableFigure } from '../../../../providers/prices/price-usage.ts';
import { RateBook } from '../../../../providers/prices/rate-book.ts';

/** Usages below and above every tier, with each part between its minimum and its maximum. */
const USUAL = [0, 7, 131_071, 1_999_999].flatMap((input) =>
  [0, 65_537].flatMap((output) =>
    [0.3, 1].flatMap((share) => [
      { input_tokens: input, cache_read_tokens: Math.floor(input * share), output_tokens: output },
      {
        input_tokens: input,
        cache_read_tokens: Math.floor((input * share) / 2),
        cache_write_tokens: Math.floor((input * share) / 3),
        output_tokens: output,
        output_reasoning_tokens: Math.floor(output * share),
        cache_audio_read_tokens: 0,
      },
    ]),
  ),
);

const AT = new Date('2026-06-01T17:29:59.999Z');

it('usual units of every model cost exactly what the package computes', async () => {
  const table = (await waitForUpdate()) ?? [];
  const book = new RateBook();
  const wrong: unknown[] = [];
  const counts = { models: 0, chargedByRequest: 0 };
  for (const { id: priceProvider, models } of table) {
    for (const { id: model } of models) {
      const rates = book.find(priceProvider, model, AT);
      if (!(rates instanceof ModelRates)) continue;
      counts.models += 1;
      if (rates.prices['requests_kcount'] !== undefined) counts.chargedByRequest += 1;
      for (const units of USUAL) {
        const usd = rates.totalUsd(units);
        const figure = computeTableFigure({ priceProvider, model, units, at: AT });
        const expected = rates.prices['requests_kcount'] === undefined ? figure?.totalUsd : undefined;
        if (usd !== expected) wrong.push({ priceProvider, model, units, usd, figure });
      }
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(counts).toEqual({ models: 1_637, chargedByRequest: 4 });
});

it.each([
  ['parts that exceed the total', { input_tokens: 1, cache_read_tokens: 2, output_tokens: 1 }],
  ['a missing total', { cache_read_tokens: 2, output_tokens: 1 }],
  ['other units', { input_tokens: 3, input_audio_tokens: 2, output_tokens: 1 }],
  ['half a token', { input_tokens: 1.5, output_tokens: 1 }],
  ['less than nothing', { input_tokens: 1, output_tokens: -1 }],
])('leaves %s to the package', (_, units) => {
  const rates = new ModelRates({ input_mtok: 3, output_mtok: 15, cache_read_mtok: 0.3 });
  expect(rates.totalUsd(units)).toBeUndefined();
});
