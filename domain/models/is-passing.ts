import type { CallFault } from './model-call.ts';

/** The faults after which a call is made again; with other faults it has failed for good. */
const PASSING: readonly CallFault[] = ['connection_failed', 'cancelled', 'rate_limited', 'overloaded'];

/** True of a fault of a call that cost nothing, which another try may not meet. */
export function isPassing(fault: CallFault): boolean {
  return PASSING.includes(fault);
}
