import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamWire } from '../../domain/models/protocols.ts';
import { plainProtocolOf } from '../../providers/protocols/registry.ts';
import { visitCrossingHeaders, type CrossingRules } from './visit-crossing-headers.ts';
import { isReturnedHeader } from './is-returned-header.ts';

/** The properties of a provider that decide the headers of its requests. */
export interface HeaderReceiver extends CrossingRules {
  readonly wire: UpstreamWire;
  /** The key for the provider; undefined if it needs none. */
  readonly key: string | undefined;
}

/**
 * The headers of a request as a provider gets them: names and values, alternating. The gateway states the content type
 * itself, because it has read the body as JSON. It asks for an uncompressed answer, because it reads the usage on the
 * way. The caller's credential is not forwarded.
 */
export function upstreamHeaders(rawHeaders: readonly string[], receiver: HeaderReceiver): string[] {
  const { wire, key } = receiver;
  const headers = ['accept-encoding', 'identity', 'content-type', 'application/json'];
  if (key !== undefined) {
    const { header, prefix } = plainProtocolOf(wire).credential;
    headers.push(header, prefix + key);
  }
  visitCrossingHeaders(rawHeaders, receiver, (name, value) => void headers.push(name, value));
  return headers;
}

/**
 * The headers of an answer as the caller gets them: names and values, alternating.
 * @param added headers that the configuration file adds for the provider, in lower case
 */
export function downstreamHeaders(
  answered: IncomingHttpHeaders,
  requestId: string,
  added: ReadonlySet<string>,
): string[] {
  const headers = ['x-tt-request-id', requestId, ...NOSNIFF];
  const endsHere = added.size === 0 ? NONE : connectionOptions(answered);
  for (const name in answered) {
    if (!isReturnedHeader(name) && (!added.has(name) || endsHere.has(name))) continue;
    const value = answered[name];
    if (typeof value === 'string') headers.push(name, value);
    else if (value !== undefined) for (const each of value) headers.push(name, each);
  }
  return headers;
}

/** The header on every answer that makes a browser read the body only as `content-type` states. */
export const NOSNIFF: readonly [name: string, value: string] = ['x-content-type-options', 'nosniff'];

const NONE: ReadonlySet<string> = new Set();

/** The headers that an answer names as options of its connection, which ends at the gateway. */
function connectionOptions({ connection = '' }: IncomingHttpHeaders): ReadonlySet<string> {
  return new Set(connection.split(',').map((option) => option.trim().toLowerCase()));
}
