import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { DefectError, NOT_FOUND, type RefusalCode, Refusal } from '../../../domain/kernel/errors.ts';
import type { Lane } from '../lane/lane.ts';
import { unknownPathDetail } from '../problems/unknown-path-detail.ts';

/** The challenge that goes with every 401 (RFC 6750). */
const CHALLENGE = 'Bearer realm="truetally"';

/** The framework's errors with a special sentence, by their code. */
const FRAMEWORK_FAULTS: Readonly<Record<string, readonly [RefusalCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'payload_too_large',
    'The body is larger than 1 MiB (1,048,576 bytes). Send a smaller body.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The content type is not accepted. Send the body as `content-type: application/json`.',
  ],
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: [
    'unsupported_media_type',
    'The content type is not accepted. Send the body as `content-type: application/json`.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'validation_failed',
    'The length of the body differs from `content-length`. Send the exact length.',
  ],
  FST_ERR_BAD_URL: ['not_found', 'The path is not well formed. Check its percent-encoding.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', NOT_FOUND],
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The lane of this application. */
    readonly lane: Lane;
  }
}

export interface ProblemHandlerOptions {
  readonly lane: Lane;
  /** True for an error that means that Postgres does not answer. */
  readonly isStoreUnavailable: (error: unknown) => boolean;
}

/** Turns every error of a request into a problem document. A 5xx shows no internals, which are only logged. */
export const problemHandlerPlugin = fastifyPlugin<ProblemHandlerOptions>(
  (app, { lane, isStoreUnavailable }, done) => {
    app.decorate('lane', lane);
    app.setErrorHandler((error, request, reply) =>
      sendProblem(rawBodyFault(error, request) ?? refusalFrom(error, isStoreUnavailable), request, reply),
    );
    const parts = new Set<string>();
    app.addHook('onRoute', ({ url }) => {
      for (const part of url.split('/')) if (/^[a-z]/.test(part)) parts.add(part);
    });
    const known = { root: lane.path, page: `${lane.describedAt}/docs`, parts };
    app.setNotFoundHandler((request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      return sendProblem(new Refusal('not_found', unknownPathDetail(path, known)), request, reply);
    });
    done();
  },
  { name: 'problem-handler', dependencies: ['request-ids'] },
);

const REASONS = new WeakMap<FastifyRequest, RefusalCode>();

/** The reason for which a request was refused, if it was. */
export function requestRefusalCode(request: FastifyRequest): RefusalCode | undefined {
  return REASONS.get(request);
}

/** Answers a request with the problem of a refusal. */
export function sendProblem(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { lane } = request.server;
  const problem = lane.problemOf(refusal, request.id);
  const { media, body } = lane.written(problem, request);
  REASONS.set(request, refusal.code);
  if (problem.status >= 500) request.log.error({ err: refusal.cause ?? refusal, code: problem.code }, 'request failed');
  if (problem.status === 401) void reply.header('www-authenticate', CHALLENGE);
  return reply.status(problem.status).headers({ 'content-type': media, 'x-request-id': request.id }).send(body);
}

/** The refusal for any thrown value; its cause is logged. */
export function refusalFrom(error: unknown, isStoreUnavailable: (error: unknown) => boolean): Refusal {
  if (error instanceof Refusal) return error;
  const fault = callersFault(error);
  if (fault !== undefined) return fault;
  if (isStoreUnavailable(error)) {
    return new Refusal('dependency_unavailable', 'The control plane does not answer. Try again.', { cause: error });
  }
  return new Refusal(
    'internal_error',
    'The service failed. Its log has the cause under the request id. Send this id to the operator.',
    {
      cause: error ?? new DefectError('Nothing was thrown.'),
    },
  );
}

/**
 * The refusal for a fault that the framework finds in a body which the handler reads itself, with the sentence of the
 * operation.
 */
function rawBodyFault(error: unknown, { routeOptions }: FastifyRequest): Refusal | undefined {
  const { media } = routeOptions.config.operation ?? {};
  if (media === undefined || !isCoded(error)) return undefined;
  const [code] = FRAMEWORK_FAULTS[error.code] ?? [];
  const types = Object.keys(media).join(' or ');
  if (code === 'payload_too_large')
    return new Refusal(code, 'The body is larger than 5 MiB (5,242,880 bytes). Send fewer events in one request.');
  return code === 'unsupported_media_type'
    ? new Refusal(code, `The content type is not accepted. Send the body as \`${types}\`.`)
    : undefined;
}

/** The refusal for an error that the framework or a plugin attributes to the caller, by its code or its status. */
function callersFault(error: unknown): Refusal | undefined {
  const known = isCoded(error) ? FRAMEWORK_FAULTS[error.code] : undefined;
  if (known !== undefined) return new Refusal(...known);
  const status = statusOf(error);
  if (status === undefined || status < 400 || status >= 500) return undefined;
  // The plugin for the pages of /docs answers 403 for a file outside of them; here, such a file does not exist.
  return status === 403 || status === 404
    ? new Refusal('not_found', 'There is no such page. Check the path.', { cause: error })
    : new Refusal(
        'validation_failed',
        'The request is malformed, or its connection was interrupted. Send the request again.',
        {
          cause: error,
        },
      );
}

function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}

function isCoded(error: unknown): error is { code: string } {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}
