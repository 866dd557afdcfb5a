import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TOKEN_PREFIXES, type AccessTokenKind } from '../../domain/tenancy/token-kinds.ts';

/**
 * The classes of credentials. A management key acts for a subject on every lane; a runtime key is valid only on the
 * data plane.
 */
export const CREDENTIAL_CLASSES = ['management', 'runtime'] as const satisfies readonly AccessTokenKind[];
export type CredentialClass = (typeof CREDENTIAL_CLASSES)[number];

/**
 * The form of a token: prefix, 12 digits that identify the row, 64 digits (256 bits) of secret, and 6 digits of
 * checksum, by which scanners for leaked credentials recognize a token. Older tokens lack the checksum, and stay valid
 * until they are rotated. SECURITY.md describes the form.
 */
const TOKEN = /^((?:ttm|ttv|ttp|ttk)_([0-9a-f]{12})[0-9a-f]{64})([0-9A-Za-z]{6})?$/;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_DIGITS = 6;

/** Creates a token. The locator is the part that identifies its row. */
export function makeToken(of: AccessTokenKind): { readonly token: string; readonly locator: string } {
  const locator = randomBytes(6).toString('hex');
  const body = `${TOKEN_PREFIXES[of]}${locator}${randomBytes(32).toString('hex')}`;
  return { token: `${body}${checksumOf(body)}`, locator };
}

/**
 * The digits that identify the row of a token; undefined for a text that cannot be a token, such as one with a typing
 * error.
 */
export function parseTokenLocator(token: string): string | undefined {
  const [, body = '', locator, checksum] = TOKEN.exec(token) ?? [];
  return checksum === undefined || checksum === checksumOf(body) ? locator : undefined;
}

/** The CRC-32 of the text before the checksum, in base 62. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < CHECKSUM_DIGITS; digit += 1) {
    text = `${DIGITS.charAt(rest % DIGITS.length)}${text}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
