import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamWire } from '../../domain/gateway/provider-block.ts';
import { CREDENTIAL_HEADERS } from './read-credentials.ts';

/** Headers of one connection, which end with it. */
const HOP_BY_HOP: readonly string[] = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
];

/** What the gateway says anew to a provider. Usage is read from the answer on its way, so that it must not be packed. */
const SAID_ANEW: readonly string[] = ['host', 'content-length', 'expect', 'accept-encoding', ...CREDENTIAL_HEADERS];

const NOT_FORWARDED: ReadonlySet<string> = new Set([...HOP_BY_HOP, ...SAID_ANEW]);
const NOT_RETURNED: ReadonlySet<string> = new Set(HOP_BY_HOP);

/**
 * The headers of a request as a provider gets them: names and values one after the other, as they were written. None of `x-tt-*`
 * and no credential of the caller goes along.
 * @param tierHeader in lower case; it may be no `x-tt-*`
 */
export function upstreamHeaders(
  rawHeaders: readonly string[],
  {
    tierHeader,
    wire,
    key,
  }: { readonly tierHeader: string; readonly wire: UpstreamWire; readonly key: string | undefined },
): string[] {
  const named = namedBy(connectionOf(rawHeaders));
  const headers = ['accept-encoding', 'identity', ...credentialHeader(wire, key)];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const lower = name.toLowerCase();
    if (NOT_FORWARDED.has(lower) || named.has(lower) || lower === tierHeader || isOurs(lower)) continue;
    headers.push(name, rawHeaders[index + 1] as string);
  }
  return headers;
}

/** The headers of an answer as the caller gets them: names and values one after the other. Nobody but the gateway says `x-tt-*`. */
export function downstreamHeaders(answered: IncomingHttpHeaders, requestId: string): string[] {
  const named = namedBy(answered.connection);
  const headers = ['x-tt-request-id', requestId];
  for (const name of Object.keys(answered)) {
    if (NOT_RETURNED.has(name) || named.has(name) || isOurs(name)) continue;
    const value = answered[name];
    if (typeof value === 'string') headers.push(name, value);
    else if (value !== undefined) for (const each of value) headers.push(name, each);
  }
  return headers;
}

function isOurs(name: string): boolean {
  return name.startsWith('x-tt-');
}

function credentialHeader(wire: UpstreamWire, key: string | undefined): string[] {
  if (key === undefined) return [];
  return wire === 'anthropic' ? ['x-api-key', key] : ['authorization', `Bearer ${key}`];
}

const CONNECTION = 'connection';
const NONE: ReadonlySet<string> = new Set();

/** What a request says as `Connection`, all of it; undefined where it says none. */
function connectionOf(rawHeaders: readonly string[]): string | undefined {
  let said: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== CONNECTION.length || name.toLowerCase() !== CONNECTION) continue;
    const value = rawHeaders[index + 1] as string;
    said = said === undefined ? value : `${said},${value}`;
  }
  return said;
}

/** What a `Connection` names belongs to that connection as well. */
function namedBy(connection: string | readonly string[] | undefined): ReadonlySet<string> {
  // What most say, and what no header is forwarded by anyway.
  if (connection === undefined || connection === 'keep-alive') return NONE;
  return new Set(
    String(connection)
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
}
