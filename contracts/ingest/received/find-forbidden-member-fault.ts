import type { TrafficEvent } from '../events/traffic-event.ts';

/**
 * The sentence about a member that a sender must not set, or undefined. Only the component that asked the price table
 * may write `price_basis`, from which a later table computes spend.
 */
export function findForbiddenMemberFault(event: TrafficEvent): string | undefined {
  if (event.event !== 'cost_effect' || event.price_basis === undefined) return undefined;
  return 'price_basis is never sent: omit it. Send a price_transition once you know the price.';
}
