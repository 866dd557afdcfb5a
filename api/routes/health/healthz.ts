import { Type } from 'typebox';
import type { ApiApp } from '../../route-context.ts';

/** `/healthz`: this process lives. It asks nothing of any other part. */
export function registerHealthz(app: ApiApp): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'healthz',
        summary: 'Whether this process lives',
        description: 'Asks nothing of any other part, and needs no credential.',
        tags: ['operations'],
        response: { 200: Type.Object({ status: Type.Literal('alive') }, { additionalProperties: false }) },
      },
    },
    () => ({ status: 'alive' as const }),
  );
}
