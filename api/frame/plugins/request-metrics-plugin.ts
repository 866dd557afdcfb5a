import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  type EndedRequest,
  type RequestMetrics,
  STATUS_CLASSES,
  type StatusClass,
} from '../../ports/request-metrics.ts';
import { requestRefusalCode } from './problem-handler.ts';

/** The methods with separate counts. All others, which no route of ours has, count as `other`. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Counts every request that has a route, or at least a path. It is registered first, so that no request is answered
 * before.
 */
export const requestMetricsPlugin = fastifyPlugin<{ readonly metrics: RequestMetrics }>(
  (app, { metrics }, done) => {
    app.addHook('onRequest', (request, reply, next) => {
      const arrivedAt = performance.now();
      metrics.arrived();
      const end = (status: StatusClass): void => {
        reply.raw.off('finish', onFinish).off('close', onClose);
        const seconds = (performance.now() - arrivedAt) / 1_000;
        metrics.ended({ ...placeOf(request), status, seconds, problem: requestRefusalCode(request) });
      };
      // An answer that is cut off never finishes, but every response is closed.
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
