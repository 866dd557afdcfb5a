import fastifyPlugin from 'fastify-plugin';
import type { HTTPMethods } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { sendProblem } from './problem-handler.ts';

/** Every method that the framework takes; it turns the others down before there is a path. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const;

export interface OtherMethodsOptions {
  /** The methods that each path has. */
  readonly taken: ReadonlyMap<string, readonly HTTPMethods[]>;
}

/** Answers 405 and names the methods there are, for a method that a path does not have. Registered last. */
export const otherMethods = fastifyPlugin<OtherMethodsOptions>(
  (app, { taken }, done) => {
    for (const [url, methods] of [...taken]) {
      const others = METHODS.filter((method) => !methods.includes(method));
      app.route({
        method: others,
        url,
        schema: { hide: true },
        // Before the body is read: whether it is JSON does not matter here.
        onRequest: async (request, reply) => {
          const allowed = methods.join(', ');
          const refusal = new Refusal(
            'method_not_allowed',
            `This path accepts only ${allowed}. Send the request with one of these methods.`,
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
