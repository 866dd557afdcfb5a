import fastifyPlugin from 'fastify-plugin';

export interface DrainingOptions {
  /** True once this process was asked to stop. */
  readonly isStopping: () => boolean;
}

/**
 * Ends the connection of every answer while this process stops, so that clients open their next one elsewhere. An
 * answer that had begun before cannot announce it: its connection is closed as soon as it idles.
 */
export const draining = fastifyPlugin<DrainingOptions>(
  (app, { isStopping }, done) => {
    app.addHook('onSend', (_request, reply, _payload, next) => {
      if (isStopping()) reply.header('connection', 'close');
      next();
    });
    app.addHook('onResponse', (_request, _reply, next) => {
      if (isStopping()) setImmediate(() => app.server.closeIdleConnections());
      next();
    });
    done();
  },
  { name: 'draining' },
);
