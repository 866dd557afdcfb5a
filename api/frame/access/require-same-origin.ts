import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';

/** The values with which a browser marks a request that no other site caused: from our own page, or a typed address. */
const OWN: readonly unknown[] = ['same-origin', 'none'];

/**
 * Prevents pages of other sites from using or beginning a session through a browser that sends its cookies, in every
 * lane. Browsers name the origin of a request in `Sec-Fetch-Site`, older ones in `Origin`; a client that sends neither
 * is not a browser.
 *
 * @throws Refusal `forbidden`
 */
export function requireSameOrigin({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(headers.origin, host) : OWN.includes(site);
  if (isOwn) return;
  throw new Refusal(
    'forbidden',
    'Pages of other sites cannot use a session. Send a token, or send the request from a page of this host.',
  );
}

function isOwnOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
