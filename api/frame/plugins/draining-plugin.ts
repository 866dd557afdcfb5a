import fastifyPlugin from 'fastify-plugin';

export interface DrainingOptions {
  /** True once this process was asked to stop. */
  readonly isStopping: () => boolean;
}

/**
 * Closes the connection after every answer while this process stops, so that clients reconnect to another process. An
 * answer that began before cannot announce this; its connection is closed when it is idle.
 */
export const drainingPlugin = fastifyPlugin<DrainingOptions>(
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
