import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../../../contracts/management/login.ts';

/**
 * The last value of a name. Browsers send the cookie of the path `/` last, and sessions of earlier versions had cookies
 * of a longer path.
 */
const lastValue = (name: string): RegExp => new RegExp(`^(?:.*;)? *${name}=([^;]*)`);

const PLAIN_VALUE = lastValue(SESSION_COOKIE);
const SECURE_VALUE = lastValue(SECURE_SESSION_COOKIE);

/**
 * The session token of a request; undefined if the request has no session cookie. Over TLS, only the cookie with the
 * prefix counts, because other hosts of the domain could set the other one.
 */
export function sessionToken({ headers, protocol }: FastifyRequest): string | undefined {
  const value = protocol === 'https' ? SECURE_VALUE : PLAIN_VALUE;
  return value.exec(headers.cookie ?? '')?.[1]?.trimEnd();
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

/**
 * The cookie. Scripts cannot read it, and other sites cannot send it. It opens both lanes of this origin, hence the
 * path `/`. With TLS it is never sent unencrypted, and the prefix of its name prevents other hosts from setting it.
 */
function cookieOf({ protocol }: FastifyRequest, value: string, seconds: number): string {
  const members = ['Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict'];
  return protocol === 'https'
    ? [`${SECURE_SESSION_COOKIE}=${value}`, ...members, 'Secure'].join('; ')
    : [`${SESSION_COOKIE}=${value}`, ...members].join('; ');
}
