import fastifyPlugin from 'fastify-plugin';
import { EPOCH_HEADER } from '../../../contracts/wire/epoch-header.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';

/**
 * States the epoch of a lane in its answers, and refuses a request for another epoch before it has an effect. An open
 * read answers requests for every epoch, so that a client can read the epoch of the server.
 */
export const epochPlugin = fastifyPlugin(
  (app, _options, done) => {
    const { epoch } = app.lane;
    if (epoch !== undefined)
      app.addHook('onRequest', (request, reply, next) => {
        void reply.header(EPOCH_HEADER, String(epoch));
        const operation = request.routeOptions.config.operation?.operation;
        const isOpenRead = operation?.isOpen === true && operation.effect === 'read';
        const asked = request.headers[EPOCH_HEADER];
        if (operation !== undefined && !isOpenRead && asked !== undefined && asked !== String(epoch))
          throw new Refusal(
            'validation_failed',
            `This server has epoch ${epoch}, not that of \`${EPOCH_HEADER}\`. Use a client for epoch ${epoch}.`,
          );
        next();
      });
    done();
  },
  { name: 'epoch', dependencies: ['problem-handler'] },
);
