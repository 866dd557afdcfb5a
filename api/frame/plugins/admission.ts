import fastifyPlugin from 'fastify-plugin';

/**
 * Asks each operation that decides by its body who may ask. Registered before the audit: what is refused here wrote
 * nothing and comes in any number, so that it is counted and leaves no row of its own.
 */
export const admission = fastifyPlugin(
  (app, _options, done) => {
    app.addHook('preHandler', async (request, reply) => {
      await request.routeOptions.config.operation?.admit?.(request, reply);
    });
    done();
  },
  { name: 'admission' },
);
