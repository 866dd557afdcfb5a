import type { IncomingHttpHeaders } from 'node:http';

/** The headers other than `Authorization` that carry a credential, in the order in which they are checked. */
const RAW_CARRIERS = ['x-api-key', 'api-key', 'x-goog-api-key'] as const;

export interface Credentials {
  /** The text that should be a gateway key; undefined if the request has none. */
  readonly key: string | undefined;
  /** A provider key that the caller sends: the value of the next header with a credential. */
  readonly callerKey: string | undefined;
}

/**
 * The credentials of a request. `Authorization` decides if it is present, with any value; otherwise the first of the
 * other headers decides.
 */
export function readCredentials(headers: IncomingHttpHeaders): Credentials {
  let first: string | undefined;
  let second: string | undefined;
  for (const name of RAW_CARRIERS) {
    const value = headers[name];
    if (typeof value !== 'string') continue;
    if (first === undefined) first = value;
    else second ??= value;
  }
  const { authorization } = headers;
  if (authorization === undefined) return { key: first, callerKey: second };
  return { key: textOfBearer(authorization), callerKey: first };
}

/** The prefix that almost every client writes. */
const USUAL = 'Bearer ';

/** The token after `Bearer`; undefined if there is no token, or more than one. */
function textOfBearer(authorization: string): string | undefined {
  const text = authorization.startsWith(USUAL) ? authorization.slice(USUAL.length) : '';
  if (text !== '' && !/\s/.test(text)) return text;
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}
