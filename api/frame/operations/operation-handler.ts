import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { BareAnswer, FileAnswer, Operation } from '../../../contracts/wire/operations/operation.ts';
import type { RequestHook } from '../access/request-hook.ts';
import type { Lane } from '../lane/lane.ts';

/** The part of an answer that the handler returns. Its kind and the id of the request are added, unless it is bare. */
export type AnswerOf<Declared extends Operation> = Declared['answer'] extends TSchema
  ? (Omit<Static<Declared['answer']>, 'kind' | 'request_id'> & Made<Declared['success']>) | FileOf<Declared>
  : Declared['answer'] extends BareAnswer
    ? Static<Declared['answer']['document']>
    : SentFile;

/** The file that replaces the document when the caller asks for it. */
type FileOf<Declared extends Operation> = Declared extends { readonly file: FileAnswer } ? SentFile : never;

/** The location of a created thing, below the lane's root, and whether an earlier request created it. */
type Made<Success> = Success extends 200 ? unknown : { readonly location: string; readonly isReplay: boolean };

/** An answer of bytes. */
export interface SentFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * The content of bodies other than one document, by their media types. One without a schema is accepted and not
 * described: generators of clients fail on bodies that are not JSON.
 */
export type Media = Readonly<Record<string, { readonly schema?: TSchema }>>;

/** The names in braces of a declared path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A request whose parts have passed their schemas. */
export type CheckedRequest<
  Declared extends Operation,
  Body extends TSchema = TObject,
  Query extends TSchema = TObject,
> = FastifyRequest & {
  readonly params: Readonly<Record<NamesIn<Declared['path']>, string>>;
  readonly body: Static<Body>;
  readonly query: Static<Query>;
  readonly headers: { readonly 'idempotency-key'?: string };
};

/** The parts of an operation's route, in any lane. */
interface RouteParts {
  readonly name: string;
  readonly operation: Operation;
  readonly body?: TSchema;
  readonly media?: Media;
  readonly lane?: Lane;
  readonly query?: TSchema;
}

/** An operation with all that its route is made of. */
export interface OperationRoute extends RouteParts {
  /** The hooks that decide before the body is read who may call it. */
  readonly onRequest: readonly RequestHook[];
  /**
   * The hook that decides by the body who may call it, once the body has its form. Its refusals equal those from before
   * the body is read.
   */
  readonly admit?: RequestHook;
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** An operation of a lane, before it is bound to the context that handlers of the lane are given. */
export interface OperationHandler<Kind extends Operation, Context> extends RouteParts {
  readonly operation: Kind;
  readonly admit?: (request: FastifyRequest, context: Context, reply: FastifyReply) => Promise<void>;
  readonly answer: (request: FastifyRequest, context: Context, reply: FastifyReply) => unknown;
}

/** The parts of an operation in addition to its declaration. */
interface HandlerParts<Declared extends Operation, Context, Body extends TSchema, Query extends TSchema> {
  /** The body; nothing or an empty object if absent. */
  readonly body?: Body;
  /** Set where the handler reads the body itself, from its decoded bytes: what each media type that is taken holds. */
  readonly media?: Media;
  /** The lane whose problems are answered if the caller uses a protocol of its own; absent: the application's. */
  readonly lane?: Lane;
  /** No query when absent. */
  readonly query?: Query;
  /** The hook that decides by the body who may call it; see `OperationRoute`. */
  readonly admit?: (
    request: CheckedRequest<Declared, Body, Query>,
    context: Context,
    reply: FastifyReply,
  ) => Promise<void>;
  readonly answer: (
    request: CheckedRequest<Declared, Body, Query>,
    context: Context,
    reply: FastifyReply,
  ) => AnswerOf<Declared> | Promise<AnswerOf<Declared>>;
}

/** Makes the handler of the operation of this name, as its context declares it. */
type HandlerOf<Kind extends Operation, Context, Own> = <
  Declared extends Readonly<Record<string, Kind>>,
  Name extends keyof Declared & string,
  Body extends TSchema = TObject,
  Query extends TSchema = TObject,
>(
  operations: Declared,
  name: Name,
  parts: HandlerParts<Declared[Name], Context, Body, Query> & Own,
) => OperationHandler<Kind, Context> & Own;

/**
 * The `handlerOf` of a lane: `Kind` is what its operations are declared as, `Context` what its handlers are given, and
 * `Own` what each of them says besides, such as who may ask.
 */
export function createHandlerOf<Kind extends Operation, Context, Own extends object>(): HandlerOf<Kind, Context, Own> {
  // The route checks requests against these very schemas before it hands them over.
  return (operations, name, parts) => ({
    ...(parts as unknown as Own & Omit<OperationHandler<Kind, Context>, 'name' | 'operation'>),
    name,
    operation: operations[name] as Kind,
  });
}

/** The route of an operation, bound to what handlers of its lane are given; `onRequest` decides who may ask. */
export function routeOf<Context>(
  { admit, answer, ...parts }: OperationHandler<Operation, Context>,
  context: Context,
  onRequest: readonly RequestHook[],
): OperationRoute {
  return {
    ...parts,
    onRequest,
    ...(admit && { admit: (request, reply) => admit(request, context, reply) }),
    answer: (request, reply) => answer(request, context, reply),
  };
}
