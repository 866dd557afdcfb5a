import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Operation } from '../../../contracts/wire/operations/operation.ts';
import type { Refusal, RefusalCode } from '../../../domain/kernel/errors.ts';

/** A problem document as far as every lane has it alike. */
interface ProblemDocument {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
}

/**
 * The parts that one lane has of its own: the root path of its operations, and the closed registry of its problems. An
 * application has one lane; a route with another protocol answers problems in that form. The frame knows none of them
 * by name.
 */
export interface Lane {
  readonly path: string;
  /** The path of its description, `/openapi.json`, and of the page about it, `/docs`. */
  readonly describedAt: string;
  /** The credentials that an operation takes, as its description names them; none where anybody may ask. */
  readonly securityOf: (operation: Operation) => readonly Readonly<Record<string, readonly string[]>>[];
  /** The document of every problem. */
  readonly ProblemSchema: TSchema;
  /** The code and the status with which it answers a reason to refuse. */
  readonly answerTo: (reason: RefusalCode) => { readonly code: string; readonly status: number };
  /** The refusals that any request can get, and the additional ones of requests with a body. */
  readonly always: readonly RefusalCode[];
  readonly withBody: readonly RefusalCode[];
  readonly problemOf: (refusal: Refusal, requestId: string) => ProblemDocument;
  /** The media types that a problem is written in. */
  readonly problemMedia: readonly string[];
  readonly written: (
    problem: ProblemDocument,
    request: FastifyRequest,
  ) => { readonly media: string; readonly body: string | Buffer };
}
