import { problemResponses } from '../frame/description/problem-responses.ts';
import type { ApiApp } from '../frame/api-app.ts';
import { ReadinessSchema, type CheckReadiness } from './readiness.ts';

/**
 * Registers `/readyz`, which answers 200 while Postgres answers and the process is not stopping. Accepting and reading
 * reports needs no other part.
 */
export function registerReadyz(app: ApiApp, look: CheckReadiness): void {
  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readyz',
        summary: 'Reports the state of all parts',
        description:
          'Returns 200 while Postgres answers and this process is not stopping, and 503 otherwise. Only Postgres is necessary to accept and read reports. Needs no credential.',
        tags: ['operations'],
        security: [],
        response: { 200: ReadinessSchema, ...problemResponses(app.lane, ['internal_error']), 503: ReadinessSchema },
      },
    },
    async (_request, reply) => {
      const readiness = await look();
      return reply.status(readiness.status === 'ready' ? 200 : 503).send(readiness);
    },
  );
}
