import type { UnpricedEffect } from '../../analytics/gateway/unpriced-effect-finder.ts';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { Price } from '../../domain/models/price.ts';

/**
 * The transition that gives an unpriced effect its price. Its id is derived from the id of the effect, so that the
 * transition counts once, even if several processes write it.
 * @param isEstimate true if the gateway counted the units, in place of the provider
 */
export function pricingTransition(
  { effectId, dimensions }: UnpricedEffect,
  price: Extract<Price, { state: 'priced' }>,
  isEstimate: boolean,
): CostEffect {
  return {
    event: 'cost_effect',
    ...dimensions,
    effect_id: `${effectId}.priced`,
    effect_kind: 'price_transition',
    price_state: 'priced',
    previous_price_state: 'unpriced',
    nanos: price.nanos,
    estimated: isEstimate,
    price_revision: price.revision,
  };
}
