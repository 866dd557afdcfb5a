import type { CallFault } from './model-call.ts';

/** The faults after which a call is retried. With any other fault, the call has finally failed. */
const PASSING: readonly CallFault[] = ['connection_failed', 'cancelled', 'rate_limited', 'overloaded'];

/** True if a retry may succeed after this fault of a call that cost nothing. */
export function isTransientCallFault(fault: CallFault): boolean {
  return PASSING.includes(fault);
}
