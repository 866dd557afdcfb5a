import type { IncomingHttpHeaders } from 'node:http';
import * as zlib from 'node:zlib';
import type { GatewayError } from '../call/gateway-error.ts';
import { hideKey } from './hide-key.ts';

/** The maximum bytes of an error that is searched; a usual error has a few hundred bytes. */
const MAX_BYTES = 65_536;

/** An error of a provider, as it was received. */
interface ProviderError {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The name and value of the header that marks an error as the provider's. */
export const PROVIDER_ERROR_HEADER: readonly [name: string, value: string] = ['x-tt-error-source', 'provider'];

const KEY_REFUSED: GatewayError = {
  status: 502,
  type: 'api_error',
  code: 'provider_key_refused',
  message: 'The provider rejected the key of this gateway (status 401). Ask the operator of the gateway to correct it.',
  isByProvider: true,
};

/**
 * The error for the caller: the provider's error, or one that replaces it. A provider that refuses the operator's key
 * often repeats a part of it, and its 401 would look as if the caller's key were refused.
 * @param key the operator's key with which the provider was called; undefined if the call used the caller's key or
 *   none: the error then stays unchanged
 */
export function errorForCaller(error: ProviderError, key: string | undefined): ProviderError | GatewayError {
  if (key === undefined) return error;
  if (error.status === 401) return KEY_REFUSED;
  const text = plainText(error);
  const isKept = text !== undefined && hideKey(text, key) === text;
  if (isKept) return withHeaders(error, key);
  if (text !== error.body) return replacementError(error.status);
  return { ...withHeaders(error, key), body: hideKey(text, key) };
}

/** The error that replaces a provider's error that must not be shown. */
export function replacementError(status: number): GatewayError {
  return {
    status: status < 400 ? 502 : status,
    type: 'api_error',
    code: 'provider_error_left_out',
    message: `The provider answered with status ${status}. The gateway does not show its text, because the text is too long to check or contains a part of the gateway's key. Find the cause by the status.`,
    isByProvider: true,
  };
}

/** The uncompressed body; undefined if it is too long or cannot be read. */
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

/** The error without the headers that contain a piece of the key. */
function withHeaders(error: ProviderError, key: string): ProviderError {
  const holds = (value: string): boolean => {
    const bytes = Buffer.from(value, 'latin1');
    return hideKey(bytes, key) !== bytes;
  };
  const kept = Object.entries(error.headers).filter(([, value]) => ![value].flat().some((each) => holds(each ?? '')));
  return { ...error, headers: Object.fromEntries(kept) };
}
