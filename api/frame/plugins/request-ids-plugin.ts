import fastifyPlugin from 'fastify-plugin';

/** Sends the id of the request in every answer, so that a person can name the request to an operator. */
export const requestIdsPlugin = fastifyPlugin(
  (app, _options, done) => {
    app.addHook('onRequest', (request, reply, next) => {
      void reply.header('x-request-id', request.id);
      next();
    });
    done();
  },
  { name: 'request-ids' },
);
