import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { RefusalCode } from '../../../domain/kernel/errors.ts';
import { reasonOf } from './problem-handler.ts';

/** The first digit of a status; `aborted` where the connection ended before the answer did. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** Methods that are told apart; all others, which no route of ours has, are told as `other`. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A request that has come to its end. Each member but the time is of a small closed set. */
export interface EndedRequest {
  /** The template of its route, such as `/healthz`; `unmatched` where there is none. */
  readonly route: string;
  readonly method: string;
  readonly status: StatusClass;
  readonly seconds: number;
  /** Set where it was answered with a problem. */
  readonly problem: RefusalCode | undefined;
}

/** Whoever keeps the figures of requests. */
export interface RequestMetrics {
  arrived(): void;
  /** Once for each that has arrived. */
  ended(request: EndedRequest): void;
}

/** Tells of every request that has a route, or at least a path. Registered first, so that none is answered before. */
export const requestMetrics = fastifyPlugin<{ readonly metrics: RequestMetrics }>(
  (app, { metrics }, done) => {
    app.addHook('onRequest', (request, reply, next) => {
      const arrivedAt = performance.now();
      metrics.arrived();
      const end = (status: StatusClass): void => {
        reply.raw.off('finish', onFinish).off('close', onClose);
        const seconds = (performance.now() - arrivedAt) / 1_000;
        metrics.ended({ ...placeOf(request), status, seconds, problem: reasonOf(request) });
      };
      // An answer that is cut off never finishes, and whatever becomes of it is closed.
      const onFinish = (): void => end(statusOf(reply));
      const onClose = (): void => end('aborted');
      reply.raw.on('finish', onFinish).on('close', onClose);
      next();
    });
    done();
  },
  { name: 'request-metrics' },
);

function placeOf({ method, routeOptions }: FastifyRequest): Pick<EndedRequest, 'route' | 'method'> {
  return { route: routeOptions.url ?? 'unmatched', method: METHODS.includes(method) ? method : 'other' };
}

function statusOf({ raw }: FastifyReply): StatusClass {
  return STATUS_CLASSES[Math.floor(raw.statusCode / 100) - 1] ?? '5xx';
}
