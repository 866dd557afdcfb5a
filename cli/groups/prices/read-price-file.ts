import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ConditionalPrice, ModelInfo, ModelPrice } from '@pydantic/genai-prices';
import { usageFault } from '../../output/command-fault.ts';

/** The models of a price table, with their prices. */
export interface PricedProvider {
  readonly id: string;
  readonly models: readonly Pick<ModelInfo, 'id' | 'prices'>[];
}

export interface PriceFile {
  readonly providers: readonly PricedProvider[];
  /** `sha256:` and 64 hexadecimal digits over the bytes of the file. */
  readonly digest: string;
}

/** Far above every published table, which has about a megabyte. */
const MAX_BYTES = 67_108_864;

/**
 * Reads the file of a price table: a list of providers, or a mapping with the member `providers`. Members that do not
 * decide a price are ignored.
 *
 * @throws CommandFault `usage` that names the first member with another form
 */
export function readPriceFile(path: string): PriceFile {
  const bytes = readBytes(path);
  const document = parseJson(path, bytes);
  const list = isMapping(document) ? document['providers'] : document;
  if (!Array.isArray(list)) throw misfit(path, isMapping(document) ? '/providers' : '', 'a list of providers');
  return {
    providers: list.map((provider, index) => providerOf(provider, { path, pointer: `/${index}` })),
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
  };
}

/** A part of the file. */
interface Place {
  readonly path: string;
  /** The position as a JSON pointer within the list of providers. */
  readonly pointer: string;
}

function providerOf(value: unknown, { path, pointer }: Place): PricedProvider {
  if (!isMapping(value)) throw misfit(path, pointer, 'a provider with `id` and `models`');
  const { id, models } = value;
  if (typeof id !== 'string' || id === '') throw misfit(path, `${pointer}/id`, 'a text that is not empty');
  if (!Array.isArray(models)) throw misfit(path, `${pointer}/models`, 'a list of models');
  return { id, models: models.map((model, index) => modelOf(model, { path, pointer: `${pointer}/models/${index}` })) };
}

function modelOf(value: unknown, { path, pointer }: Place): Pick<ModelInfo, 'id' | 'prices'> {
  if (!isMapping(value)) throw misfit(path, pointer, 'a model with `id` and `prices`');
  const { id, prices } = value;
  if (typeof id !== 'string' || id === '') throw misfit(path, `${pointer}/id`, 'a text that is not empty');
  const at = `${pointer}/prices`;
  if (!Array.isArray(prices)) return { id, prices: ratesOf(prices, { path, pointer: at }) };
  return { id, prices: prices.map((each, index) => conditionalOf(each, { path, pointer: `${at}/${index}` })) };
}

function conditionalOf(value: unknown, { path, pointer }: Place): ConditionalPrice {
  if (!isMapping(value)) throw misfit(path, pointer, 'a mapping with `prices`');
  const prices = ratesOf(value['prices'], { path, pointer: `${pointer}/prices` });
  const { constraint } = value;
  if (constraint === undefined || constraint === null) return { prices };
  const { start_date: date, start_time: start, end_time: end } = isMapping(constraint) ? constraint : {};
  if (typeof date === 'string') return { prices, constraint: { type: 'start_date', start_date: date } };
  if (typeof start === 'string' && typeof end === 'string')
    return { prices, constraint: { type: 'time_of_date', start_time: start, end_time: end } };
  throw misfit(path, `${pointer}/constraint`, 'a mapping with `start_date`, or with `start_time` and `end_time`');
}

function ratesOf(value: unknown, { path, pointer }: Place): ModelPrice {
  if (!isMapping(value)) throw misfit(path, pointer, 'a mapping of rates');
  for (const [name, rate] of Object.entries(value))
    if (!isRate(rate))
      throw misfit(path, `${pointer}/${name}`, 'a number of US dollars, or a mapping with `base` and `tiers`');
  return value as ModelPrice;
}

function isRate(value: unknown): boolean {
  if (isAmount(value)) return true;
  if (!isMapping(value)) return false;
  const { base, tiers } = value;
  return (
    isAmount(base) &&
    Array.isArray(tiers) &&
    tiers.every((tier) => isMapping(tier) && isAmount(tier['price']) && isAmount(tier['start']))
  );
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readBytes(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code = 'an unknown error' } = error as NodeJS.ErrnoException;
    throw usageFault(`The file ${path} cannot be read (${code}).`, 'name the file of a price table');
  }
  if (bytes.length > MAX_BYTES)
    throw usageFault(`The file ${path} has more than ${MAX_BYTES} bytes.`, 'name the file of a price table');
  return bytes;
}

function parseJson(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw usageFault(`The file ${path} is not JSON: ${(error as Error).message}.`, 'name the file of a price table');
  }
}

function misfit(path: string, pointer: string, form: string): Error {
  return usageFault(
    `The file ${path} is no price table: ${pointer === '' ? 'the document' : pointer} must be ${form}.`,
    'docs/cli/prices-diff.md has the form and an example',
  );
}
