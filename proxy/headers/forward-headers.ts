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
  const named = namedByConnection(rawHeaders);
  const headers = ['accept-encoding', 'identity', ...credentialHeader(wire, key)];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const lower = name.toLowerCase();
    if (NOT_FORWARDED.has(lower) || named.has(lower) || lower === tierHeader || isOurs(lower)) continue;
    headers.push(name, rawHeaders[index + 1] as string);
  }
  return headers;
}

/** The headers of an answer as the caller gets them: nobody but the gateway says `x-tt-*`. */
export function downstreamHeaders(rawHeaders: readonly string[], requestId: string): string[] {
  const named = namedByConnection(rawHeaders);
  const headers = ['x-tt-request-id', requestId];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const lower = name.toLowerCase();
    if (NOT_RETURNED.has(lower) || named.has(lower) || isOurs(lower)) continue;
    headers.push(name, rawHeaders[index + 1] as string);
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

/** What a `Connection` names belongs to that connection as well. */
function namedByConnection(rawHeaders: readonly string[]): ReadonlySet<string> {
  let named: Set<string> | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== CONNECTION.length || name.toLowerCase() !== CONNECTION) continue;
    const value = (rawHeaders[index + 1] as string).toLowerCase();
    // What most say, and what no header is forwarded by anyway.
    if (value === 'keep-alive') continue;
    named ??= new Set();
    for (const each of value.split(',')) named.add(each.trim());
  }
  return named ?? NONE;
}
