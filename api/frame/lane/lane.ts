import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Operation } from '../../../contracts/wire/operations/operation.ts';
import type { Refusal, RefusalCode } from '../../../domain/kernel/errors.ts';

/** The parts of a problem document that all lanes share. */
interface ProblemDocument {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
}

/**
 * The parts that differ between lanes, such as the root path of the operations and the closed registry of the problems.
 * An application has one lane; a route with another protocol answers problems in the form of that protocol. The frame
 * does not depend on any particular lane.
 */
export interface Lane {
  readonly path: string;
  /** The epoch of its contract; absent if the lane has no epochs. */
  readonly epoch?: number;
  /** The path below which its description, `/openapi.json`, and the page about it, `/docs`, are served. */
  readonly describedAt: string;
  /** The credentials that an operation accepts, as its description names them; empty if anybody may call it. */
  readonly securityOf: (operation: Operation) => readonly Readonly<Record<string, readonly string[]>>[];
  /** The schema of every problem. */
  readonly ProblemSchema: TSchema;
  /** The code and the status of a problem, for the reason of a refusal. */
  readonly answerTo: (reason: RefusalCode) => { readonly code: string; readonly status: number };
  /** The refusals that any request can get, and the additional ones of requests with a body. */
  readonly always: readonly RefusalCode[];
  readonly withBody: readonly RefusalCode[];
  readonly problemOf: (refusal: Refusal, requestId: string) => ProblemDocument;
  /** The media types of its problems. */
  readonly problemMedia: readonly string[];
  readonly written: (
    problem: ProblemDocument,
    request: FastifyRequest,
  ) => { readonly media: string; readonly body: string | Buffer };
}
