import type { IncomingHttpHeaders } from 'node:http';
import * as zlib from 'node:zlib';
import type { GatewayError } from '../call/gateway-error.ts';
import { hideKey } from './hide-key.ts';

/** The longest error that is looked through: they have some hundred bytes. */
const MAX_BYTES = 65_536;

/** An error of a provider, as it came. */
interface ProviderError {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Says that an error is the provider's: name and value. */
export const BY_PROVIDER: readonly [name: string, value: string] = ['x-tt-error-source', 'provider'];

const KEY_REFUSED: GatewayError = {
  status: 502,
  type: 'api_error',
  code: 'provider_key_refused',
  message: 'The provider rejected the key of this gateway (status 401). Tell the operator of the gateway.',
  isByProvider: true,
};

/**
 * The error for the caller: a provider's error, or the error in its place. A provider that refuses the operator's key
 * often repeats a part of it, and its 401 would look as if the key of the caller were refused.
 * @param key of the operator, with which the provider was called; undefined if it was called with the caller's or none:
 *   then the error stays as it is
 */
export function shownError(error: ProviderError, key: string | undefined): ProviderError | GatewayError {
  if (key === undefined) return error;
  if (error.status === 401) return KEY_REFUSED;
  const text = plainText(error);
  const isKept = text !== undefined && hideKey(text, key) === text;
  if (isKept) return withHeaders(error, key);
  if (text !== error.body) return errorLeftOut(error.status);
  return { ...withHeaders(error, key), body: hideKey(text, key) };
}

/** An error of which nothing can be shown. */
export function errorLeftOut(status: number): GatewayError {
  return {
    status: status < 400 ? 502 : status,
    type: 'api_error',
    code: 'provider_error_left_out',
    message: `The provider answered with status ${status}. The gateway leaves its text out, because it is too long to check or contains a part of the gateway's key.`,
    isByProvider: true,
  };
}

/** Undefined where it cannot be read. */
function plainText({ status, headers, body }: ProviderError): Buffer | undefined {
  if (status >= 400 && body.length > MAX_BYTES) return undefined;
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  try {
    if (coding === 'identity' || coding === '') return body;
    if (coding === 'gzip' || coding === 'x-gzip') return zlib.gunzipSync(body, { maxOutputLength: MAX_BYTES });
    if (coding === 'deflate') return zlib.inflateSync(body, { maxOutputLength: MAX_BYTES });
    return coding === 'br' ? zlib.brotliDecompressSync(body, { maxOutputLength: MAX_BYTES }) : undefined;
  } catch {
    return undefined;
  }
}

/** The error without the headers that hold a piece of the key. */
function withHeaders(error: ProviderError, key: string): ProviderError {
  const holds = (value: string): boolean => {
    const bytes = Buffer.from(value, 'latin1');
    return hideKey(bytes, key) !== bytes;
  };
  const kept = Object.entries(error.headers).filter(([, value]) => ![value].flat().some((each) => holds(each ?? '')));
  return { ...error, headers: Object.fromEntries(kept) };
}
