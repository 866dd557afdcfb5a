import { createServer, Agent, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as AgentHttps, request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** A local server that forwards every request to the gateway. */
export interface Shim {
  /** The root, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** The headers of one connection, which do not belong to the next one (RFC 9110, section 7.6.1). */
const OF_CONNECTION = new Set(['connection', 'host', 'keep-alive', 'proxy-connection', 'upgrade']);

/**
 * Starts a server on a free port of 127.0.0.1. It forwards every method and path to the gateway as the bytes arrive,
 * keeps nothing, and adds headers that the request does not have.
 */
export async function startShim(base: URL, added: Readonly<Record<string, string>>): Promise<Shim> {
  const [send, agent] =
    base.protocol === 'https:'
      ? [requestHttps, new AgentHttps({ keepAlive: true })]
      : [requestHttp, new Agent({ keepAlive: true })];
  const forward = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const outgoing = send(addressOf(base, incoming.url ?? '/'), {
      agent,
      method: incoming.method ?? 'GET',
      headers: headersOf(incoming, added),
    });
    outgoing.once('response', (received) => passAnswer(received, answer));
    outgoing.once('error', (error: NodeJS.ErrnoException) => refuse(answer, base, error));
    // A caller that leaves ends the call at the gateway, which then counts only what was used.
    answer.once('close', () => {
      if (!answer.writableFinished) outgoing.destroy();
    });
    pipeline(incoming, outgoing, () => undefined);
  };
  // A body can take as long as its caller wants: an agent may upload slowly.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, forward);
  await new Promise<void>((settle, reject) => {
    server.once('error', reject);
    server.listen({ host: LOOPBACK, port: 0 }, settle);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${LOOPBACK}:${port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((settle) => void server.close(() => settle()));
    },
  };
}

/** The address at the gateway. Only the path and the query come from the request, so that it reaches no other host. */
function addressOf(base: URL, target: string): URL {
  const url = new URL(base);
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path.startsWith('/') ? '' : '/'}${path}`;
  url.search = queryAt === -1 ? '' : target.slice(queryAt);
  return url;
}

function headersOf({ rawHeaders }: IncomingMessage, added: Readonly<Record<string, string>>): Record<string, string[]> {
  const headers = headersWithout(rawHeaders);
  const has = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const missing = Object.entries(added).filter(([name]) => !has.has(name));
  return { ...headers, ...Object.fromEntries(missing.map(([name, value]) => [name, [value]])) };
}

/** Raw headers in their spelling and order, without those of the connection. */
function headersWithout(raw: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    if (!OF_CONNECTION.has(name.toLowerCase())) (headers[name] ??= []).push(value);
  }
  return headers;
}

function passAnswer(received: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(received.statusCode ?? 502, received.statusMessage, headersWithout(received.rawHeaders));
  // The head arrives before the first byte of a body that takes long.
  answer.flushHeaders();
  received.once('end', () => {
    if (received.rawTrailers.length > 0) answer.addTrailers(received.trailers);
  });
  pipeline(received, answer, () => undefined);
}

function refuse(answer: ServerResponse, base: URL, { code, message }: NodeJS.ErrnoException): void {
  if (answer.headersSent || answer.destroyed) return void answer.destroy();
  const text = `tt wrap cannot reach the gateway at ${base.origin} (${code ?? message}). Start it, or name another one with --base.`;
  answer.writeHead(502, { 'content-type': 'application/json', 'x-tt-error-source': 'wrap' });
  answer.end(JSON.stringify({ type: 'error', error: { type: 'gateway_unreachable', message: text } }));
}
