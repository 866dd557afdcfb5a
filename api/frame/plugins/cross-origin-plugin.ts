import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

export interface CrossOriginOptions {
  /** The scheme, host and port of each site whose pages may call the API and read answers. */
  readonly allowedOrigins: readonly string[];
}

/** Seconds for which a browser may cache a preflight answer, and so the delay after a site is removed from the list. */
const REMEMBERED_SECONDS = 600;

const ALLOWED: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Traceparent', 'X-Tt-Epoch'],
  exposedHeaders: [
    'Content-Disposition',
    'Idempotent-Replayed',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Request-Id',
    'X-Tt-Epoch',
  ],
  // Pages never send cookies of their visitors; they call with a key that they hold.
  credentials: false,
  maxAge: REMEMBERED_SECONDS,
};

/**
 * Lets pages of the listed origins call from a browser (CORS); see decision 0082. It is registered before all plugins
 * that count or refuse, so that a page can read each refusal. A preflight request has no credential and no operation,
 * and is therefore neither counted nor refused. Other callers see no change.
 */
export const crossOriginPlugin = fastifyPlugin<CrossOriginOptions>(
  async (app, { allowedOrigins }) => {
    const optionsOf = ({ headers }: FastifyRequest): FastifyCorsOptions => {
      const { origin } = headers;
      const isAllowed = origin !== undefined && allowedOrigins.includes(origin);
      const isPreflight = headers['access-control-request-method'] !== undefined;
      return { ...ALLOWED, origin: isAllowed && origin, preflight: isPreflight };
    };
    await app.register(fastifyCors, {
      delegator: (request, respond) => {
        respond(null, optionsOf(request));
      },
    });
  },
  { name: 'cross-origin' },
);
