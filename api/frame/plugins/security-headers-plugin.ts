import fastifyPlugin from 'fastify-plugin';

/** Makes a browser that connected with TLS use only TLS for a year. */
const HSTS = 'max-age=31536000';

/**
 * Sets headers that restrict answers to their caller. Browsers never guess their type, cache them, run them, show them
 * inside another site, or send their address to the next site. The pages of `/docs` have a separate policy, which
 * allows their scripts and styles.
 */
export const securityHeadersPlugin = fastifyPlugin(
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
      // The protocol is that of a trusted proxy, or else of the connection itself.
      if (request.protocol === 'https') void reply.header('strict-transport-security', HSTS);
      next();
    });
    done();
  },
  { name: 'security-headers' },
);
