import fastifyPlugin from 'fastify-plugin';

/** A browser that came here by TLS comes by TLS for a year. */
const HSTS = 'max-age=31536000';

/**
 * Sets headers that keep answers for their caller alone. Browsers never guess their type, cache them, run them, show
 * them inside another site, or send their address to the next one. The pages of `/docs` have a policy of their own,
 * which allows their own scripts and styles.
 */
export const securityHeaders = fastifyPlugin(
  (app, _options, done) => {
    app.addHook('onRequest', (request, reply, next) => {
      void reply.headers({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      });
      // Said by a proxy that is trusted, or else by the connection itself.
      if (request.protocol === 'https') void reply.header('strict-transport-security', HSTS);
      next();
    });
    done();
  },
  { name: 'security-headers' },
);
