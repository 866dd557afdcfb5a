import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import { withCreationHeaders } from '../description/with-creation-headers.ts';
import { withLimitHeaders } from '../problems/with-limit-headers.ts';
import { withNamedSchemas } from '../description/with-named-schemas.ts';
import { withOptionalBodies } from '../description/with-optional-bodies.ts';
import { withWordedDefaults } from '../description/with-worded-defaults.ts';

/** Where the description itself is served, for generators of clients and for tests. */
const DOCUMENT_PATH = '/openapi.json';

/** The page takes everything from here. It sets styles inline; it has no words but those of the description. */
const PAGE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const SERVERS = [{ url: '/', description: 'This deployment, be it local or in production', 'x-internal': false }];

const DESCRIPTION = [
  'Honest, durable answers from LLM gateway traffic: the customer lane.',
  'Every refusal is a problem document (RFC 9457), known by `status` and `type` together. Numbers travel as decimal',
  'strings, and instants as RFC 3339 in UTC with milliseconds.',
].join(' ');

/** Describes every route from its schemas, and shows the description under `/docs` with no asset from elsewhere. */
export const openapi = fastifyPlugin(
  async (app) => {
    await app.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Truetally',
          description: DESCRIPTION,
          version: '1',
          contact: { name: 'The operators of this deployment' },
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: SERVERS,
        tags: [
          { name: 'access', description: 'Who asks, and what there is for them' },
          { name: 'traffic', description: 'How traffic comes in' },
          { name: 'insights', description: 'Questions of the traffic' },
          { name: 'saved views', description: 'Questions kept under a name' },
          { name: 'reports', description: 'Saved questions answered durably' },
          { name: 'report schedules', description: 'When reports run by themselves' },
          { name: 'report inbox', description: 'What was delivered to the caller' },
          { name: 'routes', description: 'What environments serve' },
          { name: 'cases', description: 'What the answers of a gateway are tried with' },
          { name: 'comparisons', description: 'Whether a route may be served by something else' },
          { name: 'operations', description: 'Whether the service lives and is ready' },
        ],
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer', description: 'A management key; a runtime key is refused' },
            runtime: { type: 'http', scheme: 'bearer', description: 'A runtime key of the environment, and no other' },
          },
        },
      },
      transformObject: (described) =>
        'openapiObject' in described
          ? withNamedSchemas(
              withWordedDefaults(withCreationHeaders(withLimitHeaders(withOptionalBodies(described.openapiObject)))),
            )
          : {},
    });
    app.get(DOCUMENT_PATH, { schema: { hide: true } }, () => app.swagger());
    await app.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_POLICY,
      theme: { title: 'Truetally API' },
      // Without the bar at the top, which loads descriptions from anywhere.
      uiConfig: { layout: 'BaseLayout', deepLinking: true, defaultModelsExpandDepth: 0, validatorUrl: null },
    });
  },
  { name: 'openapi' },
);
