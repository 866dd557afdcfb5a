import { Type } from 'typebox';
import { textSchema, wholeSchema } from '../../contracts/wire/scalars.ts';
import type { ApiApp } from '../frame/api-app.ts';
import type { RouteContext } from '../customer/lane/route-context.ts';
import { problemResponses } from '../frame/description/problem-responses.ts';

const LivenessSchema = Type.Object(
  {
    status: Type.Literal('alive'),
    version: textSchema(64, { description: 'The version of Truetally that this process runs' }),
    commit: Type.Union([Type.String({ maxLength: 64, pattern: '^[0-9a-f]{7,64}$' }), Type.Null()], {
      description: 'The Git commit of this build; null if it is unknown',
    }),
    longest_stall_ms: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
      description:
        'The longest time within the last minute in which the process answered no request; usually tens of milliseconds',
    }),
  },
  { title: 'Liveness', additionalProperties: false },
);

/** Registers `/healthz`, which states that this process is alive. It depends on no other part. */
export function registerHealthz(app: ApiApp, { ports }: RouteContext): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'healthz',
        summary: 'Reports whether this process is alive',
        description: 'Queries no other part, and needs no credential.',
        tags: ['operations'],
        security: [],
        response: { 200: LivenessSchema, ...problemResponses(app.lane, ['internal_error']) },
      },
    },
    () => ({ status: 'alive' as const, ...ports.build, longest_stall_ms: ports.maxStallMs() }),
  );
}
