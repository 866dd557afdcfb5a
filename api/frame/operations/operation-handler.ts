import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type {
  BareAnswer,
  EnvelopedOperation,
  FileAnswer,
  Operation,
  Operations,
} from '../../../contracts/wire/operation.ts';
import type { Access } from '../access/access.ts';
import type { RequestHook } from '../access/entrance.ts';
import type { Lane } from '../lane/lane.ts';
import type { RouteContext } from '../route-context.ts';

/** The lists of hooks that decide whether what a path names exists for the caller. */
export type AccessName = {
  [Name in keyof Access]: Access[Name] extends RequestHook[] ? Name : never;
}[keyof Access];

/** What of an answer the handler says; its kind and the id of the request are put around it, unless it is bare. */
export type AnswerOf<Declared extends Operation> = Declared['answer'] extends TSchema
  ? (Omit<Static<Declared['answer']>, 'kind' | 'request_id'> & Made<Declared['success']>) | FileOf<Declared>
  : Declared['answer'] extends BareAnswer
    ? Static<Declared['answer']['document']>
    : SentFile;

/** The file that replaces the document when the caller asks for it. */
type FileOf<Declared extends Operation> = Declared extends { readonly file: FileAnswer } ? SentFile : never;

/** Of an answer that something was made: where that is, below the lane's root, and whether an earlier request made it. */
type Made<Success> = Success extends 200 ? unknown : { readonly location: string; readonly isReplay: boolean };

/** An answer of bytes. */
export interface SentFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * What bodies of other kinds than one document hold, by their media types. One without a schema is taken and not described:
 * generators of clients stumble over what is no JSON.
 */
export type Media = Readonly<Record<string, { readonly schema?: TSchema }>>;

/** A request whose parts have passed their schemas. */
type CheckedRequest<Body extends TSchema, Query extends TSchema> = FastifyRequest & {
  readonly body: Static<Body>;
  readonly query: Static<Query>;
  readonly headers: { readonly 'idempotency-key'?: string };
};

/** What an operation has beside its declaration. */
interface HandlerParts<Declared extends Operation, Body extends TSchema, Query extends TSchema> {
  readonly access: AccessName;
  /** Nothing or an empty object when absent. */
  readonly body?: Body;
  /** Set where the handler reads the body itself, from its decoded bytes: what each media type that is taken holds. */
  readonly media?: Media;
  /** How problems are answered where the caller speaks a protocol of its own; as its application's lane does when absent. */
  readonly lane?: Lane;
  /** No query when absent. */
  readonly query?: Query;
  readonly answer: (
    request: CheckedRequest<Body, Query>,
    context: RouteContext,
  ) => AnswerOf<Declared> | Promise<AnswerOf<Declared>>;
}

/** What the route of an operation takes, whatever its lane. */
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
  /** What decides, before the body is read, who may ask. */
  readonly onRequest: readonly RequestHook[];
  /** What decides by the body who may ask, once that has its form: refused like what is refused before the body is read. */
  readonly admit?: RequestHook;
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** An operation of the customer lane, before it is bound to what routes are given. */
export interface OperationHandler extends RouteParts {
  readonly operation: EnvelopedOperation;
  readonly access: AccessName;
  readonly answer: (request: FastifyRequest, context: RouteContext) => unknown;
}

/** The handler of the operation of this name, as its context declares it. */
export function handlerOf<
  Declared extends Operations,
  Name extends keyof Declared & string,
  Body extends TSchema = TObject,
  Query extends TSchema = TObject,
>(operations: Declared, name: Name, { answer, ...parts }: HandlerParts<Declared[Name], Body, Query>): OperationHandler {
  return {
    ...parts,
    name,
    operation: operations[name] as EnvelopedOperation,
    // The route checks requests against these very schemas before it hands them over.
    answer: (request, context) => answer(request as CheckedRequest<Body, Query>, context),
  };
}
