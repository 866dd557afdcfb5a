import { isPassing } from '../../models/is-passing.ts';
import type { CallFault } from '../../models/model-call.ts';

/** Tries of a call that cost nothing; between them 1, 2, 4 … 64 minutes, two hours in all. */
const MOST_TRIES = 8;
const FIRST_MS = 60_000;

/** What an operator mends: a request is scored once ever, so that it waits for them. */
const MENDABLE: readonly CallFault[] = ['key_unavailable', 'key_refused', 'quota_exhausted', 'not_found'];

/**
 * After how many milliseconds a call that cost nothing is made again; undefined where it has failed for good.
 *
 * @param tries so far, this one included
 * @param askedMs how long its provider asks to be left alone
 */
export function againAfterMs(fault: CallFault, tries: number, askedMs: number | undefined): number | undefined {
  if (tries >= MOST_TRIES || !(isPassing(fault) || MENDABLE.includes(fault))) return undefined;
  return Math.max(FIRST_MS * 2 ** (tries - 1), askedMs ?? 0);
}
