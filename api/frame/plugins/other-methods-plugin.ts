import fastifyPlugin from 'fastify-plugin';
import type { HTTPMethods } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { sendProblem } from './problem-handler.ts';

/** All methods that the framework accepts; it refuses others before it reads a path. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const;

export interface OtherMethodsOptions {
  /** The methods of each path. */
  readonly taken: ReadonlyMap<string, readonly HTTPMethods[]>;
}

/** Answers 405 for a method that a path does not have, and names the existing ones. Register it last. */
export const otherMethodsPlugin = fastifyPlugin<OtherMethodsOptions>(
  (app, { taken }, done) => {
    for (const [url, methods] of [...taken]) {
      const others = METHODS.filter((method) => !methods.includes(method));
      app.route({
        method: others,
        url,
        schema: { hide: true },
        // Answered before the body is read, because the form of the body does not matter here.
        onRequest: async (request, reply) => {
          const allowed = methods.join(', ');
          const refusal = new Refusal(
            'method_not_allowed',
            `This path does not accept ${request.method}. Use ${methods.join(' or ')}.`,
          );
          await sendProblem(refusal, request, reply.header('allow', allowed));
        },
        handler: (_request, reply) => reply,
      });
    }
    done();
  },
  { name: 'other-methods', dependencies: ['problem-handler'] },
);
