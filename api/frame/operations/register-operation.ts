import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { BareAnswer, FileAnswer, Operation } from '../../../contracts/wire/operations/operation.ts';
import type { Lane } from '../lane/lane.ts';
import type { ApiApp } from '../api-app.ts';
import { acceptsIdempotencyKey, refuseIdempotencyKey } from '../writes/idempotency.ts';
import type { OperationRoute, SentFile } from './operation-handler.ts';
import { operationSchema } from './operation-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route; absent for routes outside of a lane's operations. */
    readonly operation?: Pick<OperationRoute, 'name' | 'operation' | 'media' | 'admit'>;
  }
}

/** The result of a handler, for any operation. */
interface Answered {
  readonly location?: string;
  readonly isReplay?: boolean;
}

/** Registers the route of an operation, entirely from its declaration. */
export function registerOperation(app: ApiApp, route: OperationRoute): void {
  const { lane } = app;
  const { name, operation, onRequest, admit, answer, media } = route;
  app.route({
    method: operation.method,
    url: lane.path + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation: { name, operation, ...(media && { media }), ...(admit && { admit }) } },
    onRequest: [...onRequest],
    ...(!acceptsIdempotencyKey(operation) && { preValidation: refuseIdempotencyKey }),
    ...(operation.links && { links: { [operation.success]: operation.links } }),
    schema: operationSchema(lane, route),
    // A handler that reads its body itself also checks it; its schema only describes the body.
    ...(media && { validatorCompiler: validatorsBut('body', app) }),
    handler: async (request, reply) => {
      const answered = await answer(request, reply);
      if ('content' in operation.answer || isFileOf(operation, answered)) return sendFile(reply, answered as SentFile);
      if ('document' in operation.answer) return reply.status(operation.success).send(answered);
      return documentOf(operation.answer, answered as Answered, request, reply.status(operation.success), lane);
    },
  });
}

function validatorsBut(part: string, app: ApiApp): FastifySchemaCompiler<TSchema> {
  return (route) => {
    if (route.httpPart === part || app.validatorCompiler === undefined) return (value: unknown) => ({ value });
    return app.validatorCompiler(route);
  };
}

/** True if a handler answered with the file in place of the document. */
function isFileOf({ file }: Operation, answered: unknown): boolean {
  return file !== undefined && (answered as Partial<SentFile>).body instanceof Readable;
}

function sendFile(reply: FastifyReply, { headers, body }: SentFile): FastifyReply {
  return reply.headers(headers).send(body);
}

/**
 * Wraps an answer in its envelope. For a creation, it sets the location, without a host so that it is valid behind
 * every proxy, and marks a replay if an earlier request with the same key made it.
 */
function documentOf(
  { properties }: Exclude<Operation['answer'], BareAnswer | FileAnswer>,
  { location, isReplay, ...members }: Answered,
  request: FastifyRequest,
  reply: FastifyReply,
  lane: Lane,
): object {
  if (location !== undefined) void reply.header('location', `${lane.path}/${location}`);
  if (isReplay === true) void reply.header('idempotent-replayed', 'true');
  return { kind: properties.kind.const, ...members, request_id: request.id };
}
