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
 * What one lane has of its own: where its operations live, and the closed registry of the problems that it answers
 * refusals with. An application has one lane; a route that speaks another's protocol answers problems as that has them. The
 * frame knows none of them by name.
 */
export interface Lane {
  readonly path: string;
  /** Below this are its description, `/openapi.json`, and the page of it, `/docs`. */
  readonly describedAt: string;
  /** The credentials that an operation takes, as its description names them; none where anybody may ask. */
  readonly securityOf: (operation: Operation) => readonly Readonly<Record<string, readonly string[]>>[];
  /** The document of every problem. */
  readonly ProblemSchema: TSchema;
  /** The code and the status with which it answers a reason to refuse. */
  readonly answerTo: (reason: RefusalCode) => { readonly code: string; readonly status: number };
  /** What any request can be refused with, and besides any with a body. */
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
