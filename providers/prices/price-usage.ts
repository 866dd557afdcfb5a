import { calcPrice } from '@pydantic/genai-prices';
import type { Price, UnpricedReason } from '../../domain/models/price.ts';
import { roundSumToNanoUsd } from '../../domain/kernel/round-to-nano-usd.ts';
import { contradictsItself } from '../usage/contradicts-itself.ts';
import type { PriceTerms, UnitCounts, UsagePart } from '../usage/price-terms.ts';
import { serviceFactor, type ServiceFactor } from '../usage/service-factor.ts';
import { ModelRates } from './model-rates.ts';
import type { OwnPrice, OwnPrices } from './own-prices.ts';
import { ownRatesUsd } from './own-rates-usd.ts';
import type { RateBook } from './rate-book.ts';

/** The usage of a model, and its time, as far as they decide the price. */
export interface UsedUnits {
  /** A provider of the price table; undefined if the table names no provider at the endpoint. */
  readonly priceProvider: string | undefined;
  readonly model: string;
  /** Undefined if the provider did not state the usage. */
  readonly units: UnitCounts | undefined;
  /** The other terms of the price; absent if there are none. */
  readonly terms?: PriceTerms | undefined;
  /** The operator's own prices at the provider, which precede all others; absent if there are none. */
  readonly own?: OwnPrices | undefined;
  /** The instant whose price applies. Prices change, some with the hour of the day. */
  readonly at: Date;
}

export interface TableFigure {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** The cost of input, of output and of other units, such as searches. */
  readonly totalUsd: number;
}

type Unpriced = Extract<Price, { state: 'unpriced' }>;
type Priced = Extract<Price, { state: 'priced' }>;

/** A price without a revision has the revision of the table. */
type PriceFound = Omit<Unpriced, 'revision'> | (Omit<Priced, 'revision'> & { readonly revision?: string });

/** Units of one model at a provider of the table. */
interface UsedOfModel {
  readonly priceProvider: string;
  readonly model: string;
  readonly units: UnitCounts;
  readonly at: Date;
  /** The operator's own price for the model; absent if the table applies. */
  readonly agreed?: OwnPrice | undefined;
}

const STANDARD: PriceTerms = { served: [], parts: undefined, reason: undefined, statedUsd: undefined };

/** The revision of prices that the provider states itself. */
const STATED_BY_PROVIDER = 'stated-by-provider';

/** The price of a call by the table, or the reason for none. */
export function priceUsage(used: UsedUnits, book: RateBook): PriceFound {
  const { priceProvider, model, units, terms, at } = used;
  if (units === undefined) return unpriced('usage_unknown');
  const agreed = used.own?.find(model, at);
  if (agreed !== undefined) return agreedPrice(used, units, { agreed, revision: used.own?.revision, book });
  if (terms?.statedUsd !== undefined)
    return { state: 'priced', nanos: roundSumToNanoUsd(terms.statedUsd), revision: STATED_BY_PROVIDER };
  if (priceProvider === undefined) return unpriced('provider_not_in_table');
  try {
    const usd = usdOf({ priceProvider, model, units, at }, terms, book);
    return typeof usd === 'number' ? { state: 'priced', nanos: roundSumToNanoUsd(usd) } : unpriced(usd);
  } catch {
    // The package throws if a part, such as the cached tokens, exceeds its whole.
    return unpriced('usage_inconsistent');
  }
}

interface Agreed {
  readonly agreed: OwnPrice;
  readonly revision: string | undefined;
  readonly book: RateBook;
}

/** The price by the operator's own rates, which cover only the units that they name. */
function agreedPrice({ priceProvider = '', model, terms, at }: UsedUnits, units: UnitCounts, by: Agreed): PriceFound {
  const { agreed, revision, book } = by;
  try {
    const usd = usdOf({ priceProvider, model, units, at, agreed }, terms, book);
    if (typeof usd !== 'number') return unpriced(usd);
    return {
      state: 'priced',
      nanos: roundSumToNanoUsd(usd * agreed.multiplier),
      ...(revision !== undefined && { revision }),
    };
  } catch {
    return unpriced('usage_inconsistent');
  }
}

/**
 * The cost in USD, or the reason why it is unknown.
 * @throws Error if a part of the usage exceeds the whole
 */
function usdOf(used: UsedOfModel, terms: PriceTerms | undefined, book: RateBook): number | UnpricedReason {
  const rates = used.agreed?.rates ?? book.find(used.priceProvider, used.model, used.at);
  if (!(rates instanceof ModelRates)) return rates;
  const { served, parts, reason } = terms ?? STANDARD;
  if (reason !== undefined) return reason;
  if (parts === undefined) return servedUsd(used, served, rates);
  // Units that no part states are charged once.
  const sum = servedUsd({ ...used, units: withoutTokens(used.units) }, STANDARD.served, rates);
  return typeof sum === 'number' ? partsUsd(sum, { used, served, parts }, book) : sum;
}

interface Parts {
  readonly used: UsedOfModel;
  readonly served: PriceTerms['served'];
  readonly parts: readonly UsagePart[];
}

function partsUsd(once: number, { used, served, parts }: Parts, book: RateBook): number | UnpricedReason {
  let sum = once;
  for (const { model = used.model, units } of parts) {
    // An agreed price only applies to the model that answers.
    if (used.agreed !== undefined && model !== used.model) return 'model_not_in_table';
    const rates = used.agreed?.rates ?? book.find(used.priceProvider, model, used.at);
    if (!(rates instanceof ModelRates)) return rates;
    const usd = servedUsd({ ...used, model, units }, served, rates);
    if (typeof usd !== 'number') return usd;
    sum += usd;
  }
  return sum;
}

function servedUsd(used: UsedOfModel, served: PriceTerms['served'], rates: ModelRates): number | UnpricedReason {
  const { priceProvider, units } = used;
  if (rates.isUnrated(units, priceProvider)) return 'rates_missing';
  if (contradictsItself(units)) return 'usage_inconsistent';
  if (rates.isAmbiguous(units)) return 'usage_not_understood';
  if (rates.isChargedByContext && !served.some(({ dimension }) => dimension === 'search_context_size'))
    return 'service_not_in_table';
  if (served.length === 0) return tableUsd(used, rates);
  const factor = factorOf(used, served);
  if (factor === undefined || (factor.times > factor.per && rates.isLongContext(units))) return 'service_not_in_table';
  if (factor.times === factor.per) return tableUsd(used, rates);
  const [tokens, once] = [tokensOf(units), withoutTokens(units)];
  const tokensUsd = tableUsd({ ...used, units: tokens }, rates);
  const onceUsd = tableUsd({ ...used, units: once }, rates);
  if (typeof tokensUsd !== 'number' || typeof onceUsd !== 'number') return 'rates_missing';
  return (tokensUsd * factor.times) / factor.per + onceUsd;
}

/** The factor of a service level. The operator's own factor comes before the known one. */
function factorOf(
  { priceProvider, model, agreed }: UsedOfModel,
  served: PriceTerms['served'],
): ServiceFactor | undefined {
  let { times, per } = { times: 1, per: 1 };
  for (const each of served) {
    const own = agreed?.serviceMultiplier(each);
    const factor = own === undefined ? serviceFactor(priceProvider, model, [each]) : { times: own, per: 1 };
    if (factor === undefined) return undefined;
    times *= factor.times;
    per *= factor.per;
  }
  return { times, per };
}

function tableUsd(used: UsedOfModel, rates: ModelRates): number | UnpricedReason {
  if (used.agreed?.rates !== undefined) return rates.totalUsd(used.units) ?? ownRatesUsd(rates.prices, used.units);
  return rates.totalUsd(used.units) ?? computeTableFigure(used)?.totalUsd ?? 'rates_missing';
}

/**
 * The cost in USD as the package computes it; undefined for a model that its table does not name. For a model that is
 * named without any rate, the package returns 0, which says nothing about its price.
 *
 * @throws Error if a part of the usage exceeds the whole
 */
export function computeTableFigure({
  priceProvider,
  model,
  units,
  at,
}: UsedUnits & { priceProvider: string; units: UnitCounts }): TableFigure | undefined {
  const found = calcPrice({ ...units }, model, { providerId: priceProvider, timestamp: at });
  if (found === null) return undefined;
  const { input_price: inputUsd, output_price: outputUsd, total_price: totalUsd } = found;
  return { inputUsd, outputUsd, totalUsd };
}

function unpriced(reason: UnpricedReason): PriceFound {
  return { state: 'unpriced', reason };
}

function tokensOf(units: UnitCounts): UnitCounts {
  return Object.fromEntries(Object.entries(units).filter(([unit]) => unit.endsWith('_tokens')));
}

/** The units other than tokens, such as searches, which cost the same at every service level. */
function withoutTokens(units: UnitCounts): UnitCounts {
  return Object.fromEntries(Object.entries(units).filter(([unit]) => !unit.endsWith('_tokens')));
}
