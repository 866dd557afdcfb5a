import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import replyFrom from '@fastify/reply-from';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { FIRST_QUERY, firstVisitScript } from './first-visit.ts';

/** Longer than the UI takes for any answer. */
const ANSWER_MS = 120_000;

/** No path of the UI begins so. */
const SCRIPT_PATH = '/truetally-first-visit.js';

export interface UiFrontPlan {
  /** The port on 127.0.0.1. */
  readonly port: number;
  /** The UI as operators reach it, where that is not the port of loopback. */
  readonly publicUrl: string | undefined;
  /** The namespace whose workflows are shown first. */
  readonly namespace: string;
  /** The address of the UI itself at the moment; undefined while Temporal is not up. */
  readonly upstream: () => string | undefined;
}

/**
 * Serves the UI of the embedded Temporal to clients that use one of our addresses. On the first visit of a browser, it
 * sets our columns and saved views, which the UI stores only in the browser. The UI itself answers to any host name. A
 * page of another site could point its own name to this machine, and then read and control every workflow.
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
  // One that is asked for a stop is done with its readers.
  const app = fastify({ logger: false, forceCloseConnections: true });
  await app.register(replyFrom, { undici: { headersTimeout: ANSWER_MS, bodyTimeout: 0 } });
  // Nothing is read of what goes through.
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

/** The list that operators look at first. */
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
      // A page is read here.
      rewriteRequestHeaders: (_, headers) => ({ ...headers, 'accept-encoding': 'identity' }),
      onResponse: (_, __, { stream }) => void sendPage(reply, stream).catch(onError),
    }),
  });
}

/**
 * Sends a page with our script before all of its own, and before the policy that names those alone; what is no page as
 * it is.
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
