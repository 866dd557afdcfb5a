import { conflict } from './errors.ts';

/**
 * A request repeats the first one with its key only when it says the same.
 *
 * @throws Refusal `conflict` when the key was used for a request with another fingerprint
 */
export function requireSameRequest(first: { readonly fingerprint: string }, fingerprint: string): void {
  if (first.fingerprint === fingerprint) return;
  // Named as in the body, in any position of the key.
  throw conflict(
    'key_reused',
    'This idempotency key was used with another request. Use a new key for a new request.',
    '/idempotency_key',
  );
}
