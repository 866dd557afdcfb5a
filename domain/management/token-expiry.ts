import { invalidMember, Refusal } from '../kernel/errors.ts';
import { parseInstant } from '../kernel/parse-instant.ts';
import { DEFAULT_TOKEN_MS, MAX_TOKEN_MS } from './token-bounds.ts';

/**
 * The expiry of a new token: the stated one, or the default lifetime, which the expiry of the creating token shortens.
 *
 * @param stated the text of `expires_at`; absent for the default
 * @param own the expiry of the caller's token; undefined for a user, and for a token without an expiry
 * @throws Refusal `validation_failed` for an instant that does not exist, is in the past, or is too far away;
 * `forbidden` for an instant after the caller's own expiry
 */
export function tokenExpiry(stated: string | undefined, own: Date | undefined, now: Date): Date {
  if (stated === undefined) {
    const usual = new Date(now.getTime() + DEFAULT_TOKEN_MS);
    return own !== undefined && own < usual ? own : usual;
  }
  const expiry = parseInstant(stated);
  if (expiry === undefined)
    throw invalidMember('/expires_at', 'This instant does not exist. Send an existing day and time.');
  if (expiry <= now || expiry.getTime() > now.getTime() + MAX_TOKEN_MS) {
    const detail = 'A token expires in the future, at most 365 days from now. Choose an expiry in this range.';
    throw invalidMember('/expires_at', detail);
  }
  if (own === undefined || expiry <= own) return expiry;
  throw new Refusal(
    'forbidden',
    `Your token expires at ${own.toISOString()}, so you cannot create a token that expires later. Choose an earlier expiry.`,
  );
}
