import type { CallFault } from './model-call.ts';

/** What failed, and how it is made again; what is in neither has failed for good. */
const PASSING: readonly CallFault[] = ['connection_failed', 'cancelled', 'rate_limited', 'overloaded'];

/** True of a fault of a call that cost nothing, which another try may not meet. */
export function isPassing(fault: CallFault): boolean {
  return PASSING.includes(fault);
}
