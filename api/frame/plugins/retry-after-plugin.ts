import fastifyPlugin from 'fastify-plugin';
import { RETRY_AFTER_SECONDS } from '../transport/transport-limits.ts';

/** Adds `retry-after` to every 503 that does not have it yet. */
export const retryAfterPlugin = fastifyPlugin(
  (app, _options, done) => {
    app.addHook('onSend', (_request, reply, _payload, next) => {
      if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS);
      next();
    });
    done();
  },
  { name: 'retry-after' },
);
