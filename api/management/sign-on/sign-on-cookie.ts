import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURE_SIGN_ON_COOKIE, SIGN_ON_COOKIE } from '../../../contracts/management/login.ts';

const lastValue = (name: string): RegExp => new RegExp(`^(?:.*;)? *${name}=([^;]*)`);

const PLAIN_VALUE = lastValue(SIGN_ON_COOKIE);
const SECURE_VALUE = lastValue(SECURE_SIGN_ON_COOKIE);

/** The value of the cookie that binds a sign-on to its browser; empty without one. */
export function signOnCookie({ headers, protocol }: FastifyRequest): string {
  const value = protocol === 'https' ? SECURE_VALUE : PLAIN_VALUE;
  return value.exec(headers.cookie ?? '')?.[1]?.trimEnd() ?? '';
}

/** Sets the cookie of a sign-on. The page that completes the sign-on is on this host, so other sites never send it. */
export function setSignOnCookie(
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  value: string,
  seconds: number,
): void {
  const members = ['Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict'];
  const cookie =
    protocol === 'https'
      ? [`${SECURE_SIGN_ON_COOKIE}=${value}`, ...members, 'Secure']
      : [`${SIGN_ON_COOKIE}=${value}`, ...members];
  void reply.header('set-cookie', cookie.join('; '));
}
