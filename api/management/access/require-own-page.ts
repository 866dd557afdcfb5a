import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';

/** Where a browser says that a request comes from, if it is no other site: a page of ours, or somebody who typed the address. */
const OWN: readonly unknown[] = ['same-origin', 'none'];

/**
 * Keeps pages of other sites from using a session, or from beginning one, by a browser that sends its cookies along. Browsers
 * say in `Sec-Fetch-Site` where a request comes from, older ones in `Origin`; whoever sends neither is no browser.
 *
 * @throws Refusal `forbidden`
 */
export function requireOwnPage({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(headers.origin, host) : OWN.includes(site);
  if (isOwn) return;
  throw new Refusal(
    'forbidden',
    'Pages of other sites cannot use a session: send a token, or ask from a page of this host.',
  );
}

function isOwnOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
