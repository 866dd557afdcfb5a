import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { updatePrices, waitForUpdate, type Provider } from '@pydantic/genai-prices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeTableFigure, priceUsage } from '../../../../providers/prices/price-usage.ts';
import { RateBook } from '../../../../providers/prices/rate-book.ts';
import type { PriceTerms } from '../../../../providers/usage/price-terms.ts';
import { readUsage } from '../../../../providers/usage/read-usage.ts';
import { findPublishedData } from '../../../../testing/find-published-data.ts';

const { path: FOLDER, isPresent: present } = findPublishedData('the published prices are', 'genai-prices');

/** A provider's extractor and the published cost; absent if the table has no such model. */
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

  it('each of 1,577 bodies has its usage under every published extractor, and its additional values', () => {
    const further = new Set<string>();
    const wrong: unknown[] = [];
    let readings = 0;
    for (const { body, extracted } of bodies) {
      const published = new Map<string, Readonly<Record<string, number>>>(
        extracted.flatMap(({ usage, extractors }) =>
          extractors.map((form) => [`${form.provider_id}:${form.api_flavor}`, usage] as const),
        ),
      );
      for (const form of forms) {
        const found = readUsage(body, form);
        const name = `${form.priceProvider}:${form.flavor}`;
        if (found !== undefined) readings += 1;
        const units = published.get(name);
        // One body states no input. Only its provider prices it.
        const isNoCall = units !== undefined && (units['input_tokens'] ?? 0) === 0;
        if ((found === undefined) !== (units === undefined) && !isNoCall)
          wrong.push({ file: body['file'], name, found, units });
        if (found === undefined || units === undefined) continue;
        for (const [unit, count] of Object.entries(found.units)) {
          if (count === (units[unit] ?? 0)) continue;
          const why = furtherOf(unit, { name, isPublished: units[unit] !== undefined, terms: found.terms });
          if (why === undefined) wrong.push({ file: body['file'], name, unit, count, published: units });
          else further.add(why);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect({ bodies: bodies.length, readings }).toEqual({ bodies: 1_577, readings: 19_288 });
    // The counts in bodies that the package does not read.
    expect([...further].sort()).toEqual([
      ...['cache_creation', 'cache_read_tokens', 'cache_write_5m_tokens', 'cache_write_tokens', 'input_audio_tokens'],
      ...['input_tokens', 'input_video_tokens', 'iterations', 'output_reasoning_tokens', 'output_tokens', 'thoughts'],
      ...['web_searches'],
    ]);
  });

  it('each of 3,474 prices equals the published one, and no other usage has a price', () => {
    const wrong: unknown[] = [];
    const counts = { priced: 0, unpriced: 0 };
    for (const { file, published, units, used } of readings()) {
      const figure = computeTableFigure({ ...used, units });
      const found = figure && [figure.inputUsd, figure.outputUsd, figure.totalUsd].map(fineUsdOf);
      const expected = publishedUsd(published);
      counts[expected === undefined ? 'unpriced' : 'priced'] += 1;
      if (String(found) !== String(expected)) wrong.push({ file, published, found });
    }
    expect(wrong).toEqual([]);
    expect(counts).toEqual({ priced: 3_474, unpriced: 15_814 });
  });

  // The table contains some models without any rate, for which 0 is published. This does not count as a price.
  it('each price equals the published one, rounded once, unless the body states another', () => {
    const book = new RateBook();
    const counts: Record<string, number> = {};
    for (const { published, used } of readings()) {
      const total = publishedUsd(published)?.[2];
      const price = priceUsage(used, book);
      if (total === undefined) {
        if (used.terms?.statedUsd === undefined) expect(price).toMatchObject({ state: 'unpriced' });
        continue;
      }
      const { provider_id: provider, api_flavor: flavor } = published;
      if (!OWN_FORMS.has(`${provider} ${flavor}`) || !isOwnModel(provider, used.model)) continue;
      const isSame = price.state === 'priced' && price.nanos === nanosOf(total);
      const kind = price.state === 'unpriced' ? price.reason : isSame ? 'same' : otherWhy(used.terms);
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    // `rates_missing` counts three models without rates, and searches and audio of models without rates for them.
    expect(counts).toEqual({ same: 1_285, stated: 4, iterations: 5, thoughts: 2, ON_DEMAND_FLEX: 1, rates_missing: 7 });
  });

  function* readings() {
    for (const { body, extracted } of bodies) {
      for (const { published, usage } of extracted.flatMap(({ usage, extractors }) =>
        extractors.map((published) => ({ published, usage })),
      )) {
        const found = readUsage(body, { priceProvider: published.provider_id, flavor: published.api_flavor });
        if (found === undefined) continue;
        const { model = '', units, terms } = found;
        yield {
          file: body['file'],
          published,
          units: usage,
          used: { priceProvider: published.provider_id, model, units, terms, at: AT },
        };
      }
    }
  }
});

/** The forms in which a provider itself answers. Any other form would be read by another provider's rules. */
const OWN_FORMS: ReadonlySet<string> = new Set([
  ...['anthropic default', 'cerebras chat', 'deepseek chat', 'google chat', 'google default', 'groq default'],
  ...['mistral default', 'openai chat', 'openai responses', 'openrouter chat', 'zai chat', 'zhipuai chat'],
]);

/**
 * True if the model is the provider's own. OpenRouter includes the seller in its model names, and other providers do
 * not.
 */
function isOwnModel(provider: string, model: string): boolean {
  return (provider === 'openrouter') === model.includes('/') || provider === 'groq';
}

/** The reason why a count differs from the package's count. */
function furtherOf(
  unit: string,
  { name, isPublished, terms }: { name: string; isPublished: boolean; terms: PriceTerms | undefined },
): string | undefined {
  if (terms?.parts !== undefined) return 'iterations';
  if (!isPublished) return unit;
  if (name === 'google:chat' && unit === 'output_tokens') return 'thoughts';
  return name.endsWith(':responses') && unit === 'input_tokens' ? 'cache_creation' : undefined;
}

function otherWhy(terms: PriceTerms | undefined): string {
  if (terms?.statedUsd !== undefined) return 'stated';
  if (terms?.parts !== undefined) return 'iterations';
  return terms?.served[0]?.value ?? 'thoughts';
}

/** Input, output and total in units of 10^-30 USD; undefined if no price was published. */
function publishedUsd({ input_price, output_price, total_price }: PublishedPrice): bigint[] | undefined {
  if (input_price === undefined || output_price === undefined) return undefined;
  const [input, output] = [fineUsd(input_price), fineUsd(output_price)];
  return [input, output, total_price === undefined ? input + output : fineUsd(total_price)];
}

/** A decimal text in units of 10^-30 USD, exactly. */
function fineUsd(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.split('E');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(30 - fraction.length + Number(exponent));
}

/** Units of 10^-30 USD in whole nano-USD, rounded half to even. */
function nanosOf(fine: bigint): string {
  const unit = 10n ** 21n;
  const [whole, twice] = [fine / unit, (fine % unit) * 2n];
  return (twice > unit || (twice === unit && whole % 2n === 1n) ? whole + 1n : whole).toString();
}

/** An amount in units of 10^-30 USD, without the noise of binary fractions. */
function fineUsdOf(usd: number): bigint {
  return fineUsd(usd.toPrecision(15).replace('e', 'E'));
}
