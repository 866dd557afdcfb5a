import { calcPrice } from '@pydantic/genai-prices';
import type { Price, UnpricedReason } from '../../domain/gateway/price.ts';
import { roundSumToNanoUsd } from '../../domain/kernel/round-to-nano-usd.ts';
import { ModelRates } from './model-rates.ts';
import type { RateBook } from './rate-book.ts';
import type { UnitCounts } from './read-usage.ts';

/** What was used of a model, and when, as far as that decides the price. */
export interface UsedUnits {
  /** A provider of the price table; undefined where the table names none at the endpoint. */
  readonly priceProvider: string | undefined;
  readonly model: string;
  /** Undefined where the provider did not say. */
  readonly units: UnitCounts | undefined;
  /** Prices change, some with the hour of the day: the one in force at this instant holds. */
  readonly at: Date;
}

export interface TableFigure {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** Input, output, and what is neither, such as a search. */
  readonly totalUsd: number;
}

type WithoutRevision<Of> = Of extends unknown ? Omit<Of, 'revision'> : never;

/** What the table says that a call cost, or why it says nothing. */
export function priceUsage(used: UsedUnits, book: RateBook): WithoutRevision<Price> {
  const { priceProvider, model, units, at } = used;
  if (units === undefined) return unpriced('usage_unknown');
  if (priceProvider === undefined) return unpriced('provider_not_in_table');
  try {
    const rates = book.find(priceProvider, model, at);
    if (!(rates instanceof ModelRates)) return unpriced(rates);
    const totalUsd = rates.totalUsd(units) ?? figureOf({ ...used, priceProvider, units })?.totalUsd;
    if (totalUsd === undefined || rates.isUnrated(units)) return unpriced('rates_missing');
    return { state: 'priced', nanos: roundSumToNanoUsd(totalUsd) };
  } catch {
    // The package throws where a part, as of tokens from a cache, exceeds the whole.
    return unpriced('usage_inconsistent');
  }
}

/**
 * The figure of the table as it stands there, in USD; undefined for a model that it does not name. A model that is named without
 * any rate has the figure 0 there, which says nothing about its price.
 *
 * @throws Error when a part of the usage exceeds the whole
 */
export function figureOf({
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

function unpriced(reason: UnpricedReason): WithoutRevision<Price> {
  return { state: 'unpriced', reason };
}
