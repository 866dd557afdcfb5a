import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { updatePrices, waitForUpdate, type Provider } from '@pydantic/genai-prices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureOf, priceUsage } from '../../../../providers/prices/price-usage.ts';
import { RateBook } from '../../../../providers/prices/rate-book.ts';
import { readUsage } from '../../../../providers/prices/read-usage.ts';
import { findPublishedData } from '../../../support/find-published-data.ts';

const { path: FOLDER, isPresent: present } = findPublishedData('the published prices are', 'genai-prices');

/** A provider's extractor, and what it was published to cost under it; absent where the table names no such model. */
interface PublishedPrice {
  readonly provider_id: string;
  readonly api_flavor: string;
  readonly input_price?: string;
  readonly output_price?: string;
  readonly total_price?: string;
}

interface PublishedBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly extracted: readonly {
    readonly usage: Readonly<Record<string, number>>;
    readonly extractors: readonly PublishedPrice[];
  }[];
}

/** The instant for which `tests/dataset/extract_usages.py` of genai-prices calculates every price. */
const AT = new Date('2025-11-06T12:00:00Z');

const read = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

describe.skipIf(!present)('the bodies and prices that genai-prices publishes, by the table of the same commit', () => {
  let bundled: Provider[] | null;
  let bodies: readonly PublishedBody[];
  let forms: readonly { priceProvider: string; flavor: string }[];

  beforeAll(async () => {
    bundled = await waitForUpdate();
    const table = read('data.json') as Provider[];
    activate(table);
    bodies = read('dataset-usages.json') as PublishedBody[];
    forms = table.flatMap(({ id, extractors = [] }) =>
      extractors.map(({ api_flavor }) => ({ priceProvider: id, flavor: api_flavor })),
    );
  });
  afterAll(() => activate(bundled));

  const activate = (table: Provider[] | null): void => updatePrices(({ setProviderData }) => setProviderData(table));

  it('each of 1,577 bodies has its usage under every extractor that it was published for, and under no other', () => {
    const wrong: unknown[] = [];
    let readings = 0;
    for (const { body, extracted } of bodies) {
      const published = new Map<string, string>(
        extracted.flatMap(({ usage, extractors }) =>
          extractors.map((form) => [`${form.provider_id}:${form.api_flavor}`, countedText(usage)] as const),
        ),
      );
      for (const form of forms) {
        const found = readUsage(body, form);
        const name = `${form.priceProvider}:${form.flavor}`;
        if (found !== undefined) readings += 1;
        const text = found && countedText(found.units);
        if (text !== published.get(name))
          wrong.push({ file: body['file'], name, text, published: published.get(name) });
      }
    }
    expect(wrong).toEqual([]);
    expect({ bodies: bodies.length, readings }).toEqual({ bodies: 1_577, readings: 19_321 });
  });

  it('each of 3,474 prices is the published one, and no other usage has a price', () => {
    const wrong: unknown[] = [];
    const counts = { priced: 0, unpriced: 0 };
    for (const { file, published, used } of readings()) {
      const figure = figureOf(used);
      const found = figure && [figure.inputUsd, figure.outputUsd, figure.totalUsd].map(fineUsdOf);
      const expected = publishedUsd(published);
      counts[expected === undefined ? 'unpriced' : 'priced'] += 1;
      if (String(found) !== String(expected)) wrong.push({ file, published, found });
    }
    expect(wrong).toEqual([]);
    expect(counts).toEqual({ priced: 3_474, unpriced: 15_847 });
  });

  // The table names some models without any rate, and 0 is published for them: that is no price.
  it('each price is rounded once to nano-USD, and a model without rates has none', () => {
    const wrong: unknown[] = [];
    const counts = { priced: 0, model_not_in_table: 0, rates_missing: 0 };
    const book = new RateBook();
    for (const { file, published, used } of readings()) {
      const { state, ...price } = priceUsage(used, book);
      const reason = 'reason' in price ? price.reason : state;
      counts[reason as keyof typeof counts] += 1;
      const total = publishedUsd(published)?.[2];
      const expected = state === 'priced' && total !== undefined ? nanosOf(total) : undefined;
      const nanos = 'nanos' in price ? price.nanos : undefined;
      if (nanos !== expected || (state === 'unpriced' && (total ?? 0n) !== 0n)) wrong.push({ file, published, price });
    }
    expect(wrong).toEqual([]);
    expect(counts).toEqual({ priced: 3_471, model_not_in_table: 15_847, rates_missing: 3 });
  });

  function* readings() {
    for (const { body, extracted } of bodies) {
      for (const published of extracted.flatMap(({ extractors }) => extractors)) {
        const found = readUsage(body, { priceProvider: published.provider_id, flavor: published.api_flavor });
        if (found === undefined) continue;
        const used = { priceProvider: published.provider_id, model: found.model ?? '', units: found.units, at: AT };
        yield { file: body['file'], published, used };
      }
    }
  }
});

/** What was counted, in an order of its own; what was counted as 0 is not published. */
function countedText(usage: Readonly<Record<string, number>>): string {
  return JSON.stringify(
    Object.entries(usage)
      .filter(([, count]) => count !== 0)
      .sort(),
  );
}

/** Input, output and total in units of 10^-30 USD; undefined where no price was published. */
function publishedUsd({ input_price, output_price, total_price }: PublishedPrice): bigint[] | undefined {
  if (input_price === undefined || output_price === undefined) return undefined;
  const [input, output] = [fineUsd(input_price), fineUsd(output_price)];
  return [input, output, total_price === undefined ? input + output : fineUsd(total_price)];
}

/** Units of 10^-30 USD of a decimal text, exactly. */
function fineUsd(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.split('E');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(30 - fraction.length + Number(exponent));
}

/** Whole nano-USD of units of 10^-30 USD, half to even. */
function nanosOf(fine: bigint): string {
  const unit = 10n ** 21n;
  const [whole, twice] = [fine / unit, (fine % unit) * 2n];
  return (twice > unit || (twice === unit && whole % 2n === 1n) ? whole + 1n : whole).toString();
}

/** What is left of an amount without the noise of binary fractions, in units of 10^-30 USD. */
function fineUsdOf(usd: number): bigint {
  return fineUsd(usd.toPrecision(15).replace('e', 'E'));
}
