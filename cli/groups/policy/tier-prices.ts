import type { ProviderEntry } from '../../../domain/gateway/provider-block.ts';
import { servesCall } from '../../../domain/gateway/provider-block.ts';
import type { Tier } from '../../../domain/gateway/routing/routing-settings.ts';
import type { TextEndpoint } from '../../../domain/models/protocols.ts';
import { OwnPrices } from '../../../providers/prices/own-prices.ts';
import type { PriceTable } from '../../../providers/prices/price-table.ts';
import { findPriceProviderByUrl } from '../../../providers/usage/usage-form.ts';
import type { LoggedCall } from '../../logs/logged-call.ts';

/** A provider that serves a tier, and the prices of its calls. */
export interface PricedTier {
  readonly provider: string;
  /** The cost in nano-USD of the tokens of a logged call at this tier; undefined if it is unknown. */
  priceOf(call: LoggedCall): bigint | undefined;
}

/** The provider of the file that would answer at a tier, with its prices; undefined if none serves the tier. */
export type FindPricedTier = (tier: Tier, endpoint: TextEndpoint) => PricedTier | undefined;

/** The prices of the tiers of a configuration file, by its own prices and the price table. */
export function createTierPrices(
  providers: readonly ProviderEntry[],
  table: Pick<PriceTable, 'price'>,
): FindPricedTier {
  const own = new Map(providers.map((entry) => [entry.name, entry.prices && new OwnPrices(entry.prices)]));
  return (tier, endpoint) => {
    const entry = providers.find(
      (one) => (tier.provider === undefined || one.name === tier.provider) && servesCall(one, endpoint, tier.model),
    );
    if (entry === undefined) return undefined;
    const priceProvider = entry.priced_as ?? findPriceProviderByUrl(entry.base_url);
    return {
      provider: entry.name,
      priceOf: (call) => {
        const units = unitsOf(call);
        if (units === undefined) return undefined;
        const at = new Date(call.admittedMs);
        const price = table.price({ priceProvider, model: tier.model, units, own: own.get(entry.name), at });
        return price.state === 'priced' ? BigInt(price.nanos) : undefined;
      },
    };
  };
}

/** The tokens of the last attempt of a call, which gave its answer; undefined if they are unknown. */
function unitsOf({ attempts }: LoggedCall): Record<string, number> | undefined {
  const last = attempts.at(-1);
  if (last?.inputTokens === undefined || last.outputTokens === undefined) return undefined;
  return {
    input_tokens: last.inputTokens,
    output_tokens: last.outputTokens,
    ...(last.cacheReadTokens !== undefined && { cache_read_tokens: last.cacheReadTokens }),
    ...(last.cacheWriteTokens !== undefined && { cache_write_tokens: last.cacheWriteTokens }),
  };
}
