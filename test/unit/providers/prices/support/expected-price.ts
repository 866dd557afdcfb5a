import type { ModelPrice } from '@pydantic/genai-prices';
import { WRITERS, type Used, type Wire } from './usage-bodies.ts';

type Money = bigint;

/** One USD in units of 10^-18, so that every rate of the table is an integer number of units for one token. */
const UNIT = 10n ** 18n;

function rateOf(prices: ModelPrice, name: string, sent: number, per: bigint): Money | undefined {
  const rate = prices[name];
  if (rate === undefined) return undefined;
  let usd = typeof rate === 'number' ? rate : rate.base;
  if (typeof rate === 'object') for (const { start, price } of rate.tiers) if (sent > start) usd = price;
  const [whole = '0', fraction = ''] = usd.toFixed(10).split('.');
  return (BigInt(whole + fraction) * 10n ** 8n) / per;
}

/** The cost of each unit at its rate; undefined if a used unit has no applicable rate. */
function reckon(
  units: Readonly<Record<string, number>>,
  prices: ModelPrice,
): { tokens: Money; fees: Money } | undefined {
  const { input = 0, read = 0, written = 0, hour = 0, audioIn = 0, output = 0, audioOut = 0, searches = 0 } = units;
  const rate = (name: string, per = 1_000_000n) => rateOf(prices, name, input, per);
  const sent: readonly Part[] = [
    { count: read, rate: rate('cache_read_mtok'), isOptional: true },
    { count: written - hour, rate: rate('cache_write_mtok'), isOptional: true },
    { count: hour, rate: rate('cache_write_1h_mtok') },
    { count: audioIn, rate: rate('input_audio_mtok') },
  ];
  const answered: readonly Part[] = [
    { count: audioOut, rate: rate('output_audio_mtok') },
    { count: units['thought'] ?? 0, rate: rate('output_reasoning_mtok'), isOptional: true },
  ];
  const costs = [sideOf(input, rate('input_mtok'), sent), sideOf(output, rate('output_mtok'), answered)];
  const fees = sideOf(searches, rate('web_searches_kcount', 1_000n), []);
  const tokens = costs.reduce((sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost), 0n);
  return tokens === undefined || fees === undefined ? undefined : { tokens, fees };
}

interface Part {
  readonly count: number;
  readonly rate: Money | undefined;
  /** True if the part is charged at the rate of the total when it has no separate rate. */
  readonly isOptional?: boolean;
}

/** The cost of a total whose parts may have separate rates. */
function sideOf(whole: number, rate: Money | undefined, parts: readonly Part[]): Money | undefined {
  let [sum, rest] = [0n, whole];
  for (const { count, rate: own, isOptional = false } of parts) {
    if (count === 0 || (own === undefined && isOptional)) continue;
    if (own === undefined) return undefined;
    sum += BigInt(count) * own;
    rest -= count;
  }
  if (rest < 0 || (whole > 0 && rate === undefined)) return undefined;
  return sum + BigInt(rest) * (rate ?? 0n);
}

const READ_CHARGED_APART: readonly string[] = ['anthropic', 'aws', 'deepseek', 'moonshotai'];
const WRITTEN_CHARGED_APART: readonly string[] = ['anthropic', 'aws'];

type Ratio = readonly [times: bigint, per: bigint];

const PRIORITY: Readonly<Record<string, Ratio>> = {
  ...Object.fromEntries(
    ['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.2', 'gpt-5.1', 'gpt-5', 'gpt-4.1-nano'].map((name) => [name, [2n, 1n] as const]),
  ),
  'gpt-5.5': [25n, 10n],
  'gpt-5-mini': [18n, 10n],
  'gpt-4.1': [175n, 100n],
  'gpt-4.1-mini': [175n, 100n],
  'gpt-4o-2024-05-13': [175n, 100n],
  o3: [175n, 100n],
  'gpt-4o': [17n, 10n],
  'gpt-4o-mini': [5n, 3n],
  'o4-mini': [200n, 110n],
};
const FAST: Readonly<Record<string, Ratio>> = {
  'claude-opus-4-6': [6n, 1n],
  'claude-opus-4-7': [6n, 1n],
  'claude-opus-4-8': [2n, 1n],
  'claude-opus-5': [2n, 1n],
};
const IN_THE_US = /^claude-(opus-(4-[678]|5|5-5)|sonnet-(4-6|5)|fable-5(-1)?)$/;

/** The ratio that multiplies the token rates; undefined if it is unknown. */
function ratioOf(provider: string, model: string, { tier, speed, geo }: Used): Ratio | undefined {
  const ratios: (Ratio | undefined)[] = [];
  if (tier !== undefined && tier !== 'default' && tier !== 'standard') ratios.push(tierRatio(provider, model, tier));
  if (speed === 'fast') ratios.push(provider === 'anthropic' ? FAST[model] : undefined);
  if (geo === 'us') ratios.push(provider === 'anthropic' && IN_THE_US.test(model) ? [11n, 10n] : undefined);
  if (geo === 'eu') ratios.push(undefined);
  let [times, per] = [1n, 1n];
  for (const ratio of ratios) {
    if (ratio === undefined) return undefined;
    times *= ratio[0];
    per *= ratio[1];
  }
  return [times, per];
}

function tierRatio(provider: string, model: string, tier: string): Ratio | undefined {
  if (tier === 'flex' && (provider === 'openai' || provider === 'google')) return [1n, 2n];
  if (tier === 'flex' && provider === 'groq') return [1n, 1n];
  if (tier === 'batch' && provider === 'anthropic') return [1n, 2n];
  return tier === 'priority' && provider === 'openai' ? PRIORITY[model] : undefined;
}

/** The expected price in nano-USD, or the reason for no price. It uses only the table and the body. */
export function computeExpectedPrice(
  wire: Wire,
  provider: string,
  model: string,
  prices: ModelPrice,
  values: Used,
): string {
  const { calls, searches } = WRITERS[wire](model, values, provider);
  const served: Used = wire === 'messages' ? values : { ...values, speed: undefined, geo: undefined };
  const ratio = ratioOf(provider, model, served);
  if (ratio === undefined || isFaulty(wire, provider, values) || isSearchUnknown(wire, model, prices, searches))
    return 'unpriced';
  let sum = 0n;
  for (const [index, call] of calls.entries()) {
    if (isChargedApart(provider, prices, call) || isDearLongContext(prices, call, ratio)) return 'unpriced';
    const media = provider === 'google' && prices['input_audio_mtok'] === undefined ? { audioIn: 0 } : {};
    const cost = reckon({ ...call, ...media, searches: index === 0 ? searches : 0 }, prices);
    if (cost === undefined) return 'unpriced';
    sum += (cost.tokens * ratio[0]) / ratio[1] + cost.fees;
  }
  return nanosOf(sum);
}

/** The amount in nano-USD, rounded half to even. */
function nanosOf(sum: Money): string {
  const nano = UNIT / 10n ** 9n;
  const [whole, twice] = [sum / nano, (sum % nano) * 2n];
  return (twice > nano || (twice === nano && whole % 2n === 1n) ? whole + 1n : whole).toString();
}

/** True if the body contradicts itself or contains an unknown value. */
function isFaulty(wire: Wire, provider: string, { fault, compacted }: Used): boolean {
  const isSumTaken = provider === 'google' || (wire === 'messages' && compacted === 0);
  return fault !== 'none' && !(fault === 'sum' && isSumTaken);
}

function isSearchUnknown(wire: Wire, model: string, prices: ModelPrice, searches: number): boolean {
  if (model.includes('-search-preview')) return prices['web_searches_kcount'] === undefined;
  return wire === 'responses' && searches > 0 && model.startsWith('gpt-4') && model.includes('-mini');
}

/** True if a used part is charged differently from the input and its rate is unknown. */
function isChargedApart(
  provider: string,
  { cache_read_mtok: readRate, cache_write_mtok: writeRate, input_audio_mtok: audioRate }: ModelPrice,
  { read = 0, written = 0, audioIn = 0 }: Readonly<Record<string, number>>,
): boolean {
  if (read > 0 && readRate === undefined) return READ_CHARGED_APART.includes(provider);
  if (written > 0 && writeRate === undefined && WRITTEN_CHARGED_APART.includes(provider)) return true;
  return read > 0 && audioIn > 0 && audioRate !== undefined;
}

function isDearLongContext(
  { input_mtok: rate }: ModelPrice,
  { input = 0 }: Readonly<Record<string, number>>,
  [times, per]: Ratio,
): boolean {
  return times > per && typeof rate === 'object' && rate.tiers.some(({ start }) => input > start);
}
