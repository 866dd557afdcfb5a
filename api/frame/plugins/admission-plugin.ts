import fastifyPlugin from 'fastify-plugin';

/**
 * Runs the `admit` hook of operations that decide by the body who may call them. It is registered before the audit: a
 * request that is refused here wrote nothing, and such refusals are unlimited, so they are counted without separate
 * rows.
 */
export const admissionPlugin = fastifyPlugin(
  (app, _options, done) => {
    app.addHook('preHandler', async (request, reply) => {
      await request.routeOptions.config.operation?.admit?.(request, reply);
    });
    done();
  },
  { name: 'admission' },
);
