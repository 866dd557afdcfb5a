import type { TrafficEvent } from '../traffic-event.ts';

/**
 * The sentence about a member that the gateway alone may write into its journal; undefined where there is none. A later table makes
 * spend of it, so that nobody else says it.
 */
export function gatewayMember(event: TrafficEvent): string | undefined {
  if (event.event !== 'cost_effect' || event.price_basis === undefined) return undefined;
  return 'price_basis is written by the gateway alone: leave it out, and send a price_transition once the price is known.';
}
