import replyFrom from '@fastify/reply-from';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';

/** Longer than the UI takes for any answer. */
const ANSWER_MS = 120_000;

export interface UiFrontPlan {
  /** Of 127.0.0.1. */
  readonly port: number;
  /** The UI as operators reach it, where that is not the port of loopback. */
  readonly publicUrl: string | undefined;
  /** Where the UI itself listens at the moment; undefined while Temporal is not up. */
  readonly upstream: () => string | undefined;
}

/**
 * Serves the UI of the embedded Temporal to whoever asks for it by an address of ours. The UI itself answers to any name, so
 * that a page of another site that has its own name lead to this machine could read and steer every workflow.
 */
export async function startUiFront({ port, publicUrl, upstream }: UiFrontPlan): Promise<{ stop(): Promise<void> }> {
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
    return forward(request, reply, upstream());
  });
  await app.listen({ host: '127.0.0.1', port });
  return { stop: () => app.close() };
}

function forward(request: FastifyRequest, reply: FastifyReply, upstream: string | undefined): FastifyReply {
  const away = 'Temporal does not answer at the moment: it is started again by itself.';
  if (upstream === undefined) return refuse(reply, 503, away);
  return reply.from(`${upstream}${request.url}`, { onError: () => void refuse(reply, 503, away) });
}

function refuse(reply: FastifyReply, status: number, why: string): FastifyReply {
  return reply.status(status).type('text/plain').send(`${why}\n`);
}
