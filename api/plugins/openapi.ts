import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import { ProblemSchema } from '../../contracts/problem.ts';

/** Describes every route from its schemas, and shows the description under `/docs` with no asset from elsewhere. */
export const openapi = fastifyPlugin(
  async (app) => {
    app.addSchema(ProblemSchema);
    await app.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Truetally',
          description: 'Honest, durable answers from LLM gateway traffic: the customer lane.',
          version: '1',
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        tags: [
          { name: 'insights', description: 'Questions of the traffic' },
          { name: 'saved views', description: 'Questions kept under a name' },
          { name: 'reports', description: 'Saved questions answered durably' },
          { name: 'operations', description: 'Whether the service lives and is ready' },
        ],
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer', description: 'A management key; a runtime key is refused' },
          },
        },
      },
      refResolver: { buildLocalReference: (json, _base, _fragment, index) => stringId(json['$id']) ?? `def-${index}` },
    });
    await app.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: true });
  },
  { name: 'openapi' },
);

function stringId(id: unknown): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
