import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SIGN_ON_MS } from '../../../domain/management/session-times.ts';
import type { SignOnAttempt } from '../access/sign-on-ports.ts';

/** A sign-on that has begun, and the value of the cookie that completes it. */
export interface BegunSignOn {
  readonly attempt: SignOnAttempt;
  readonly cookie: string;
  readonly expiresAt: Date;
}

/**
 * The sign-ons that have begun. The cookie of the browser holds the secret from which all values of an attempt are
 * derived, so that a beginning writes nothing, and nobody fills a table with beginnings.
 */
export interface SignOnAttempts {
  begin(now: Date): BegunSignOn;
  /** The attempt of a cookie; undefined if this deployment did not issue the cookie, or if it has expired. */
  read(cookie: string, now: Date): Omit<BegunSignOn, 'cookie'> | undefined;
}

/** The form of a cookie: the time of its end, 256 bits, and its signature. */
const COOKIE = /^([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;
const TIME_RADIX = 36;

/** @param installationKey a key of at least 32 bytes, which all processes of the deployment have */
export function createSignOnAttempts(installationKey: Uint8Array): SignOnAttempts {
  // A separate key, so that no other signature of the installation is a signature of a cookie.
  const key = createHmac('sha256', installationKey).update('sign-on').digest();
  const signatureOf = (time: string, secret: string): string => derive(key, `${time}.${secret}`);
  return {
    begin(now) {
      const secret = randomBytes(32).toString('base64url');
      const expiresAt = new Date(now.getTime() + SIGN_ON_MS);
      const time = expiresAt.getTime().toString(TIME_RADIX);
      return { attempt: attemptOf(secret), cookie: `${time}.${secret}.${signatureOf(time, secret)}`, expiresAt };
    },

    read(cookie, now) {
      const [, time = '', secret = '', signature = ''] = COOKIE.exec(cookie) ?? [];
      const expected = Buffer.from(signatureOf(time, secret));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const expiresAt = new Date(Number.parseInt(time, TIME_RADIX));
      return expiresAt.getTime() <= now.getTime() ? undefined : { attempt: attemptOf(secret), expiresAt };
    },
  };
}

/** The values of an attempt. None of them reveals the secret or another value. */
function attemptOf(secret: string): SignOnAttempt {
  return { state: derive(secret, 'state'), nonce: derive(secret, 'nonce'), verifier: derive(secret, 'verifier') };
}

function derive(key: string | Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
