import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import replyFrom from '@fastify/reply-from';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { FIRST_QUERY, firstVisitScript } from './first-visit.ts';

/** The time-out for an answer of the UI, which never takes this long. */
const ANSWER_MS = 120_000;

/** The path of our script. No path of the UI begins with it. */
const SCRIPT_PATH = '/truetally-first-visit.js';

export interface UiFrontPlan {
  /** The port on 127.0.0.1. */
  readonly port: number;
  /** The URL at which operators reach the UI, if it differs from the loopback port. */
  readonly publicUrl: string | undefined;
  /** The namespace whose workflows are shown first. */
  readonly namespace: string;
  /** Returns the current address of the UI itself, or undefined while Temporal is down. */
  readonly upstream: () => string | undefined;
}

/**
 * Serves the UI of the embedded Temporal to clients that use one of our addresses. On the first visit of a browser, it
 * sets our columns and saved views, which the UI stores only in the browser. The UI itself answers to any host name, so
 * a page of another site could point its name to this machine and control every workflow.
 */
export async function startUiFront({
  port,
  publicUrl,
  namespace,
  upstream,
}: UiFrontPlan): Promise<{ stop(): Promise<void> }> {
  const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  if (publicUrl !== undefined) origins.push(new URL(publicUrl).origin);
  const hosts = origins.map((origin) => new URL(origin).host);
  // A stop closes open connections without waiting for their clients.
  const app = fastify({ logger: false, forceCloseConnections: true });
  await app.register(replyFrom, { undici: { headersTimeout: ANSWER_MS, bodyTimeout: 0 } });
  // Request bodies pass through unparsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.all('*', (request, reply) => {
    const { host = '', origin } = request.headers;
    if (!hosts.includes(host.toLowerCase()) || (origin !== undefined && !origins.includes(origin)))
      return refuse(reply, 403, `The Temporal UI is at ${origins.join(' and ')}, and answers no page of another site.`);
    const [path] = request.url.split('?');
    if (path === '/') return reply.redirect(firstPage(namespace));
    if (path === SCRIPT_PATH) return reply.type('text/javascript').send(firstVisitScript(namespace));
    return forward(request, reply, upstream());
  });
  await app.listen({ host: '127.0.0.1', port });
  return { stop: () => app.close() };
}

/** The path of the list that operators see first. */
function firstPage(namespace: string): string {
  return `/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(FIRST_QUERY)}`;
}

function forward(request: FastifyRequest, reply: FastifyReply, upstream: string | undefined): FastifyReply {
  const away = 'Temporal does not answer at the moment: it is started again by itself.';
  if (upstream === undefined) return refuse(reply, 503, away);
  const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  const onError = (): void => void refuse(reply, 503, away);
  return reply.from(`${upstream}${request.url}`, {
    onError,
    ...(isPage && {
      // This process must read the page to change it.
      rewriteRequestHeaders: (_, headers) => ({ ...headers, 'accept-encoding': 'identity' }),
      onResponse: (_, __, { stream }) => void sendPage(reply, stream).catch(onError),
    }),
  });
}

/**
 * Sends a page with our script before the UI's scripts, and before the policy that allows only those. It sends all
 * other content unchanged.
 */
async function sendPage(reply: FastifyReply, stream: Readable): Promise<void> {
  if (!String(reply.getHeader('content-type')).startsWith('text/html')) return void reply.send(stream);
  const page = await text(stream);
  const script = `<script src="${SCRIPT_PATH}"></script>`;
  void reply.removeHeader('content-length').send(page.replace('<head>', `<head>${script}`));
}

function refuse(reply: FastifyReply, status: number, why: string): FastifyReply {
  return reply.status(status).type('text/plain').send(`${why}\n`);
}
