import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { BareAnswer, FileAnswer, Operation } from '../../../contracts/wire/operations/operation.ts';
import type { RequestHook } from '../access/request-hook.ts';
import type { Lane } from '../lane/lane.ts';

/**
 * The part of an answer that the handler returns. The kind and the id of the request are added, unless the answer is
 * bare.
 */
export type HandlerAnswer<Declared extends Operation> = Declared['answer'] extends BareAnswer
  ? Static<Declared['answer']['document']>
  : Declared['answer'] extends FileAnswer
    ? SentFile
    : (Omit<Static<Declared['answer']>, 'kind' | 'request_id'> & Made<Declared['success']>) | FileOf<Declared>;

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
 * The media types of bodies that are not a single JSON document. A media type without a schema is accepted but not
 * described, because client generators fail on bodies that are not JSON.
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

/** An operation with everything that its route needs. */
export interface OperationRoute extends RouteParts {
  /** The hooks that decide who may call it, before the body is read. */
  readonly onRequest: readonly RequestHook[];
  /**
   * The hook that decides by the body who may call it, after the body was checked. Its refusals equal those of the
   * hooks before the body is read.
   */
  readonly admit?: RequestHook;
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** An operation of a lane, before it is bound to the context of the lane's handlers. */
export interface OperationHandler<Kind extends Operation, Context> extends RouteParts {
  readonly operation: Kind;
  readonly admit?: (request: FastifyRequest, context: Context, reply: FastifyReply) => Promise<void>;
  readonly answer: (request: FastifyRequest, context: Context, reply: FastifyReply) => unknown;
}

/** The parts of an operation in addition to its declaration. */
interface HandlerParts<Declared extends Operation, Context, Body extends TSchema, Query extends TSchema> {
  /** The schema of the body; absent: the body is empty or an empty object. */
  readonly body?: Body;
  /** The accepted media types with their schemas. Set if the handler itself reads the body from its decoded bytes. */
  readonly media?: Media;
  /**
   * The lane in whose form problems are answered, for callers with a different protocol; absent: the lane of the
   * application.
   */
  readonly lane?: Lane;
  /** The schema of the query; absent: no query. */
  readonly query?: Query;
  /** The hook that decides by the body who may call it, see `OperationRoute`. */
  readonly admit?: (
    request: CheckedRequest<Declared, Body, Query>,
    context: Context,
    reply: FastifyReply,
  ) => Promise<void>;
  readonly answer: (
    request: CheckedRequest<Declared, Body, Query>,
    context: Context,
    reply: FastifyReply,
  ) => HandlerAnswer<Declared> | Promise<HandlerAnswer<Declared>>;
}

/** A function that creates the handler of the operation with this name, from the declarations of its context. */
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
 * Creates the `handlerOf` of a lane. `Kind` is the declared type of its operations, `Context` the argument of its
 * handlers, and `Own` the additional members of each handler, such as its access rule.
 */
export function createHandlerFactory<Kind extends Operation, Context, Own extends object>(): HandlerOf<
  Kind,
  Context,
  Own
> {
  // The route checks requests against the same schemas before it calls the handler.
  return (operations, name, parts) => ({
    ...(parts as unknown as Own & Omit<OperationHandler<Kind, Context>, 'name' | 'operation'>),
    name,
    operation: operations[name] as Kind,
  });
}

/** Binds an operation to the context of its lane, as a route; the hooks in `onRequest` decide who may call it. */
export function bindRoute<Context>(
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
