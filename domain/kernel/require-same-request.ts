import { conflict } from './errors.ts';

/**
 * Requires that a request is the same as the first request with its idempotency key.
 *
 * @throws Refusal `conflict` if the first request with the key has another fingerprint
 */
export function requireSameRequest(first: { readonly fingerprint: string }, fingerprint: string): void {
  if (first.fingerprint === fingerprint) return;
  // The pointer names the member of the body, even if the key was sent elsewhere.
  throw conflict(
    'key_reused',
    'This idempotency key was used with another request. Use a new key for a new request.',
    '/idempotency_key',
  );
}
