import fastifyPlugin from 'fastify-plugin';
import { deprecationHeaders, requireSoundDeprecation, usedDeprecations } from '../../../domain/kernel/deprecation.ts';
import { requestSlot } from '../access/request-slot.ts';

/**
 * Announces the deprecated parts of a request. It is registered before all plugins that refuse, so that refusals also
 * announce them: a refused caller still has to migrate. The links are added to those of the handler.
 */
export const deprecationsPlugin = fastifyPlugin(
  (app, _options, done) => {
    const links = requestSlot<readonly string[]>('links of deprecations');
    app.addHook('onRoute', ({ config }) => config?.operation?.operation.deprecations?.forEach(requireSoundDeprecation));
    app.addHook('onRequest', (request, reply, next) => {
      const records = request.routeOptions.config.operation?.operation.deprecations ?? [];
      const { query, headers } = request;
      const announced = deprecationHeaders(usedDeprecations(records, { query: query as object, headers }));
      if (announced !== undefined) {
        void reply.header('deprecation', announced.deprecation);
        if (announced.sunset !== undefined) void reply.header('sunset', announced.sunset);
        links.set(request, announced.links);
      }
      next();
    });
    app.addHook('onSend', (request, reply, _payload, next) => {
      const announced = links.find(request);
      const given = reply.getHeader('link');
      if (announced !== undefined)
        void reply.header('link', [...(given === undefined ? [] : [String(given)]), ...announced].join(', '));
      next();
    });
    done();
  },
  { name: 'deprecations' },
);
