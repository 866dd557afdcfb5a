import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../../contracts/management/login.ts';
import { MANAGEMENT_ROOT } from '../../../contracts/management/root.ts';

const VALUE = new RegExp(`(?:^|;) *${SESSION_COOKIE}=([^;]*)`);

/** The session token of a request; undefined if the request has no session cookie. */
export function sessionToken({ headers }: FastifyRequest): string | undefined {
  return VALUE.exec(headers.cookie ?? '')?.[1]?.trimEnd();
}

/** Sets the cookie with the token, until the session ends. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, seconds }: { readonly token: string; readonly seconds: number },
): void {
  void reply.header('set-cookie', cookieOf(request, token, seconds));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('set-cookie', cookieOf(request, '', 0));
}

/** The cookie. Scripts cannot read it, other sites cannot send it, and with TLS it is never sent unencrypted. */
function cookieOf({ protocol }: FastifyRequest, value: string, seconds: number): string {
  const members = [`${SESSION_COOKIE}=${value}`, `Path=${MANAGEMENT_ROOT}`, `Max-Age=${seconds}`];
  return [...members, 'HttpOnly', 'SameSite=Strict', ...(protocol === 'https' ? ['Secure'] : [])].join('; ');
}
