import fastifyPlugin from 'fastify-plugin';

/** Answers are for their caller alone: never sniffed, never cached, never told to the next site. */
export const securityHeaders = fastifyPlugin(
  (app, _options, done) => {
    app.addHook('onRequest', (_request, reply, next) => {
      void reply.headers({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      next();
    });
    done();
  },
  { name: 'security-headers' },
);
