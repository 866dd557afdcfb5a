import type { ConditionalPrice, ModelInfo } from '@pydantic/genai-prices';

/** A rate of a model. */
export interface ListedRate {
  /** The name in the price table, such as `cache_read_mtok`. */
  readonly rate: string;
  /** The charged unit, such as `cache read tokens`. */
  readonly unit: string;
  /** The number of units that the amount is for. */
  readonly per: number;
  /** US dollars, as a decimal text. */
  readonly usd: string;
  /** The number of input tokens above which the rate applies; 0 if it applies from the first token. */
  readonly above_input_tokens: number;
}

/** The rates that apply together. */
export interface DatedRates {
  /** The day in UTC from which the rates apply; null if they have always applied. */
  readonly from: string | null;
  /** The hours of each day in which the rates apply; null for all hours. */
  readonly hours: string | null;
  readonly rates: readonly ListedRate[];
}

/** The suffixes of rates: the number of units that an amount is for, and the end of the name of the unit. */
const SUFFIXES = [
  { suffix: '_mtok', per: 1_000_000, unit: ' tokens' },
  { suffix: '_kpages', per: 1_000, unit: ' pages' },
  { suffix: '_kcount', per: 1_000, unit: '' },
  { suffix: '_hours', per: 1, unit: ' hours' },
] as const;

/** The rates of a model in the price table, in its order. */
export function listRates(prices: ModelInfo['prices']): DatedRates[] {
  const dated: readonly ConditionalPrice[] = Array.isArray(prices) ? prices : [{ prices }];
  return dated.map(({ constraint, prices: rates }) => ({
    from: constraint !== undefined && 'start_date' in constraint ? constraint.start_date : null,
    hours:
      constraint !== undefined && 'start_time' in constraint
        ? `${constraint.start_time} to ${constraint.end_time}`
        : null,
    rates: Object.entries(rates).flatMap(([name, rate]) => (rate === undefined ? [] : ratesOf(name, rate))),
  }));
}

function ratesOf(name: string, rate: NonNullable<ConditionalPrice['prices'][string]>): ListedRate[] {
  const found = SUFFIXES.find(({ suffix }) => name.endsWith(suffix));
  const words = name.slice(0, name.length - (found?.suffix.length ?? 0)).replaceAll('_', ' ');
  const listed = (usd: number, above: number): ListedRate => ({
    rate: name,
    unit: `${words}${found?.unit ?? ''}`,
    per: found?.per ?? 1,
    usd: usdText(usd),
    above_input_tokens: above,
  });
  if (typeof rate === 'number') return [listed(rate, 0)];
  return [listed(rate.base, 0), ...rate.tiers.map(({ price, start }) => listed(price, start))];
}

/** The digits of the smallest rates: USD for a unit, of which a million cost less than a cent. */
const PLACES = 12;

/** A rate without exponent and trailing zeros. */
function usdText(usd: number): string {
  return usd.toFixed(PLACES).replace(/\.?0+$/, '');
}
