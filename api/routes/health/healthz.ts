import { Type } from 'typebox';
import type { ApiApp } from '../../route-context.ts';
import { FAILURE, OPEN } from '../../route-schema.ts';

const LivenessSchema = Type.Object(
  { status: Type.Literal('alive') },
  { title: 'Liveness', additionalProperties: false },
);

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
        security: OPEN,
        response: { 200: LivenessSchema, ...FAILURE },
      },
    },
    () => ({ status: 'alive' as const }),
  );
}
