import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TOKEN_PREFIXES, type AccessTokenKind } from '../../domain/tenancy/token-kinds.ts';

/** Management keys speak for a subject on every lane; runtime keys belong to the data plane alone. */
export const CREDENTIAL_CLASSES = ['management', 'runtime'] as const satisfies readonly AccessTokenKind[];
export type CredentialClass = (typeof CREDENTIAL_CLASSES)[number];

/**
 * Prefix, 12 digits that find the row, 64 digits (256 bits) of secret, 6 of checksum: scanners for leaked credentials
 * know one by itself. Tokens of before end with the secret, and are in force until they are rotated. SECURITY.md gives
 * the form.
 */
const TOKEN = /^((?:ttm|ttv|ttp|ttk)_([0-9a-f]{12})[0-9a-f]{64})([0-9A-Za-z]{6})?$/;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_DIGITS = 6;

/** A new token, with the digits that find its row. */
export function makeToken(of: AccessTokenKind): { readonly token: string; readonly locator: string } {
  const locator = randomBytes(6).toString('hex');
  const body = `${TOKEN_PREFIXES[of]}${locator}${randomBytes(32).toString('hex')}`;
  return { token: `${body}${checksumOf(body)}`, locator };
}

/** The digits that find the row of a token; undefined for a text that can be none, such as one with a typing error. */
export function locatorOf(token: string): string | undefined {
  const [, body = '', locator, checksum] = TOKEN.exec(token) ?? [];
  return checksum === undefined || checksum === checksumOf(body) ? locator : undefined;
}

/** The CRC-32 of what stands before it, in base 62. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < CHECKSUM_DIGITS; digit += 1) {
    text = `${DIGITS.charAt(rest % DIGITS.length)}${text}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
