import type { UnscoredReason } from '../../../domain/quality/experiments/cell-result.ts';
import type { NoCallReason } from '../../comparisons/pay-for-call.ts';

/** The reason of a cell whose call is not made: its price exceeds what is left, or `cannotCall`. */
export function reasonWithoutCall(why: NoCallReason, cannotCall: UnscoredReason): UnscoredReason {
  return why === 'connection_retired' || why === 'price_unknown' ? cannotCall : 'spend_ceiling_reached';
}
