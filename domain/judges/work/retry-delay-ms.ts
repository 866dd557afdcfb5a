import { isTransientCallFault } from '../../models/is-transient-call-fault.ts';
import type { CallFault } from '../../models/model-call.ts';

/**
 * The maximum number of attempts of a call that cost nothing, with pauses of 1, 2, 4 … 64 minutes, two hours in total.
 */
const MAX_TRIES = 8;
const FIRST_MS = 60_000;

/** The faults that an operator can repair. A request is scored only once, so its scoring waits for the repair. */
const MENDABLE: readonly CallFault[] = ['key_unavailable', 'key_refused', 'quota_exhausted', 'not_found'];

/**
 * The milliseconds before a retry of a call that cost nothing; undefined if the call has finally failed.
 *
 * @param tries the number of attempts so far, including the failed one
 * @param askedMs the milliseconds that the provider asks to wait
 */
export function retryDelayMs(fault: CallFault, tries: number, askedMs: number | undefined): number | undefined {
  if (tries >= MAX_TRIES || !(isTransientCallFault(fault) || MENDABLE.includes(fault))) return undefined;
  return Math.max(FIRST_MS * 2 ** (tries - 1), askedMs ?? 0);
}
