import fastifySwagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import { withCreationHeaders } from '../description/with-creation-headers.ts';
import { withLimitHeaders } from '../problems/with-limit-headers.ts';
import { withNamedSchemas } from '../description/with-named-schemas.ts';
import { withOptionalBodies } from '../description/with-optional-bodies.ts';
import { describeDefaults } from '../description/describe-defaults.ts';

/**
 * The content policy of the page. The page loads everything from this origin and uses inline styles; all its texts are
 * from the description.
 */
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

const SERVERS = [{ url: '/', description: 'This deployment, local or in production', 'x-internal': false }];

type Components = NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>;

/** The texts of a lane's description. */
export interface LaneDescription {
  readonly title: string;
  readonly description: string;
  /** The version of the API; absent: that of the product. */
  readonly version?: string;
  /** The groups of operations, in the order of their display. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly securitySchemes: NonNullable<Components['securitySchemes']>;
}

/**
 * Describes every route from its schemas, serves the description for client generators, and shows it on a page without
 * external assets. Both are below `describedAt`.
 */
export const openapiPlugin = fastifyPlugin<LaneDescription & { readonly productVersion: string }>(
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
              describeDefaults(withCreationHeaders(withLimitHeaders(withOptionalBodies(described.openapiObject)))),
            )
          : {},
    });
    const { describedAt } = app.lane;
    app.get(`${describedAt}/openapi.json`, { schema: { hide: true } }, () => app.swagger());
    await app.register(fastifySwaggerUi, {
      routePrefix: `${describedAt}/docs`,
      staticCSP: PAGE_POLICY,
      theme: { title: `${title} API` },
      // Hides the bar at the top, which loads descriptions from any address.
      uiConfig: { layout: 'BaseLayout', deepLinking: true, defaultModelsExpandDepth: 0, validatorUrl: null },
    });
  },
  { name: 'openapi', dependencies: ['problem-handler'] },
);
