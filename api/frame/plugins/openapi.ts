import fastifySwagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import { withCreationHeaders } from '../description/with-creation-headers.ts';
import { withLimitHeaders } from '../problems/with-limit-headers.ts';
import { withNamedSchemas } from '../description/with-named-schemas.ts';
import { withOptionalBodies } from '../description/with-optional-bodies.ts';
import { withWordedDefaults } from '../description/with-worded-defaults.ts';

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

type Components = NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>;

/** The texts of a lane's description. */
export interface LaneDescription {
  readonly title: string;
  readonly description: string;
  /** The version of the API, if it has one of its own; absent: that of the product. */
  readonly version?: string;
  /** Groups of operations, in the order in which they are shown. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly securitySchemes: NonNullable<Components['securitySchemes']>;
}

/**
 * Describes every route from its schemas, serves the description for generators of clients, and shows it on a page with
 * no asset from elsewhere; both below where the lane is described.
 */
export const openapi = fastifyPlugin<LaneDescription & { readonly productVersion: string }>(
  async (app, { title, description, version, productVersion, tags, securitySchemes }) => {
    await app.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title,
          description,
          version: version ?? productVersion,
          ...(version !== undefined && { 'x-product-version': productVersion }),
          contact: { name: 'The operators of this deployment' },
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: SERVERS,
        tags: [...tags],
        components: { securitySchemes },
      },
      transformObject: (described) =>
        'openapiObject' in described
          ? withNamedSchemas(
              withWordedDefaults(withCreationHeaders(withLimitHeaders(withOptionalBodies(described.openapiObject)))),
            )
          : {},
    });
    const { describedAt } = app.lane;
    app.get(`${describedAt}/openapi.json`, { schema: { hide: true } }, () => app.swagger());
    await app.register(fastifySwaggerUi, {
      routePrefix: `${describedAt}/docs`,
      staticCSP: PAGE_POLICY,
      theme: { title: `${title} API` },
      // Without the bar at the top, which loads descriptions from anywhere.
      uiConfig: { layout: 'BaseLayout', deepLinking: true, defaultModelsExpandDepth: 0, validatorUrl: null },
    });
  },
  { name: 'openapi', dependencies: ['problem-handler'] },
);
