import { createHash, timingSafeEqual } from 'node:crypto';

/** The only user name of the endpoint. */
const OPERATOR = 'operator';

/**
 * True if an `authorization` header (RFC 7617) names the operator and this password; the check takes the same time for
 * any other password.
 */
export function hasOperatorPassword(authorization: string | undefined, password: string): boolean {
  const [, given = ''] = /^basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digest(Buffer.from(given, 'base64')), digest(`${OPERATOR}:${password}`));
}

function digest(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest();
}
