import { priceBasisText } from '../../contracts/ingest/events/price-basis.ts';
import type { Price, UnpricedReason } from '../../domain/models/price.ts';
import type { UnitCounts } from '../usage/price-terms.ts';
import type { PriceTable } from './price-table.ts';
import type { UsedUnits } from './price-usage.ts';

/** The reasons that a later table may remove. */
const OF_TABLE: ReadonlySet<UnpricedReason> = new Set([
  'provider_not_in_table',
  'model_not_in_table',
  'rates_missing',
  'service_not_in_table',
]);

/**
 * The price of a call; if the call has no price, also its basis for a later table.
 * @param used the usage of the model that answered
 * @param asked the requested model
 * @param isEstimate true if we counted the units, in place of the provider
 */
export function priceCall(
  table: Pick<PriceTable, 'price'>,
  used: UsedUnits,
  asked: string,
  isEstimate: boolean,
): Price {
  const price = priceModels(table, used, asked);
  if (price.state === 'priced') return price;
  const { reason, revision } = price;
  return { state: 'unpriced', reason, revision, basis: basisOf(reason, used, asked, isEstimate) };
}

/**
 * Prices the answering model, and otherwise the requested one. An answer may name an unknown version of a model that
 * the table knows.
 */
export function priceModels(table: Pick<PriceTable, 'price'>, used: UsedUnits, asked: string): Price {
  const price = table.price(used);
  if (price.state === 'priced' || price.reason !== 'model_not_in_table' || asked === used.model) return price;
  return table.price({ ...used, model: asked });
}

/**
 * The basis from which a later table computes the price. Undefined if a later table does not decide the price alone:
 * the provider or the usage is unknown, the cost of a provider's tool is unknown, or the operator's own price applies
 * to the model.
 */
function basisOf(reason: UnpricedReason, used: UsedUnits, asked: string, isEstimate: boolean): string | undefined {
  const { priceProvider, model, units, terms, own, at } = used;
  if (!OF_TABLE.has(reason) || priceProvider === undefined || units === undefined) return undefined;
  if (terms?.reason !== undefined) return undefined;
  const models = asked === model ? [model] : [model, asked];
  if (own !== undefined && models.some((each) => own.find(each, at) !== undefined)) return undefined;
  const { served = [], parts } = terms ?? {};
  return priceBasisText({
    provider: priceProvider,
    models,
    at: at.toISOString(),
    units: inOrder(units),
    ...(isEstimate && { estimated: true }),
    ...(served.length > 0 && { served: served.map(({ dimension, value }) => ({ dimension, value })) }),
    ...(parts !== undefined && { parts: parts.map(partOf) }),
  });
}

function partOf({ model, units }: { model: string | undefined; units: UnitCounts }) {
  return { ...(model !== undefined && { model }), units: inOrder(units) };
}

/** The units ordered by name, so that equal units give equal text. */
function inOrder(units: UnitCounts): UnitCounts {
  return Object.fromEntries(Object.entries(units).sort(([one], [other]) => (one < other ? -1 : 1)));
}
