import type { TrafficEvent } from '../events/traffic-event.ts';

/**
 * The sentence about a member that only the component that asked the price table may write; undefined where there is
 * none. A later table makes spend of it.
 */
export function unsentMember(event: TrafficEvent): string | undefined {
  if (event.event !== 'cost_effect' || event.price_basis === undefined) return undefined;
  return 'price_basis is never sent: leave it out. Send a price_transition once you know the price.';
}
