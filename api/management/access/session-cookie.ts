import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../../../contracts/management/login.ts';
import { createHostCookie } from './host-cookie.ts';

const COOKIE = createHostCookie({ plain: SESSION_COOKIE, secure: SECURE_SESSION_COOKIE });

/** The session token of a request; undefined if the request has no session cookie. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return COOKIE.read(request);
}

/** Sets the cookie with the token, until the session ends. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, seconds }: { readonly token: string; readonly seconds: number },
): void {
  COOKIE.set(request, reply, token, seconds);
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  COOKIE.set(request, reply, '', 0);
}
