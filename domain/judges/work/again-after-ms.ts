import { isPassing } from '../../models/is-passing.ts';
import type { CallFault } from '../../models/model-call.ts';

/** Tries of a call that cost nothing; between them 1, 2, 4 … 64 minutes, two hours in all. */
const MAX_TRIES = 8;
const FIRST_MS = 60_000;

/** The faults that an operator repairs: a request is scored only once, so it waits for the operator. */
const MENDABLE: readonly CallFault[] = ['key_unavailable', 'key_refused', 'quota_exhausted', 'not_found'];

/**
 * Milliseconds before a call that cost nothing is made again; undefined if it has failed for good.
 *
 * @param tries so far, with this one
 * @param askedMs that its provider asks to wait
 */
export function againAfterMs(fault: CallFault, tries: number, askedMs: number | undefined): number | undefined {
  if (tries >= MAX_TRIES || !(isPassing(fault) || MENDABLE.includes(fault))) return undefined;
  return Math.max(FIRST_MS * 2 ** (tries - 1), askedMs ?? 0);
}
