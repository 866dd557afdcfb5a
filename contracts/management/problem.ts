import { Type, type Static } from 'typebox';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { PROBLEM_LIMITS } from '../wire/problem-limits.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';
import { GateReportSchema } from '../quality/calibrations/gate-report.ts';
import { MANAGEMENT_ROOT } from './root.ts';

interface ManagementProblemRow {
  readonly status: number;
  readonly title: string;
}

/**
 * The closed registry of the management plane: every code that its problems can carry, with its status and title. It
 * has 22 codes, and no code is added within the epoch (decision 0106). `gone` is reserved for retired operations; none
 * is retired yet.
 */
export const MANAGEMENT_PROBLEMS = {
  bad_request: { status: 400, title: 'The request is not well formed' },
  unauthenticated: { status: 401, title: 'The credential is not accepted' },
  forbidden: { status: 403, title: 'Your role or scopes do not allow this' },
  gate_failed: { status: 403, title: 'The artifact failed its gate' },
  not_found: { status: 404, title: 'There is no such resource' },
  feature_absent: { status: 404, title: 'This deployment does not serve this' },
  method_not_allowed: { status: 405, title: 'The resource has no such method' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  already_exists: { status: 409, title: 'A resource with this name exists' },
  conflict: { status: 409, title: 'The state of the resource does not allow this' },
  gone: { status: 410, title: 'The operation was retired' },
  precondition_failed: { status: 412, title: 'The resource has changed' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The path and query are too long' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  expectation_failed: { status: 417, title: 'The expectation is not supported' },
  unprocessable: { status: 422, title: 'The current state does not allow the request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'The service failed' },
  budget_exceeded: { status: 503, title: 'The request costs too much to answer' },
  dependency_unavailable: { status: 503, title: 'A part of the service does not answer' },
} as const satisfies Record<string, ManagementProblemRow>;

export type ManagementProblemCode = keyof typeof MANAGEMENT_PROBLEMS;
export const MANAGEMENT_PROBLEM_CODES = Object.keys(MANAGEMENT_PROBLEMS) as readonly ManagementProblemCode[];

/** An RFC 9457 problem document of the management plane. */
export const ManagementProblemSchema = Type.Object(
  {
    type: literalUnion(
      MANAGEMENT_PROBLEM_CODES.map((code) => `${MANAGEMENT_ROOT}/problems/${code}` as const),
      { description: 'A reference that identifies the problem; relative to the deployment' },
    ),
    title: textSchema(120, { description: 'The title of all problems of this type' }),
    status: wholeSchema(400, 599),
    detail: textSchema(PROBLEM_LIMITS.detail, { minLength: 1, description: 'The error and its remedy, as a sentence' }),
    code: literalUnion(MANAGEMENT_PROBLEM_CODES, { description: 'The last part of `type`' }),
    request_id: idSchema('request'),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: textSchema(PROBLEM_LIMITS.pointer, {
              description: 'RFC 6901 pointer to the faulty member; empty for the complete document',
            }),
            detail: textSchema(PROBLEM_LIMITS.detail, { minLength: 1 }),
          },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          maxItems: PROBLEM_LIMITS.errors,
          description: 'The faulty members; absent if no member is faulty',
        },
      ),
    ),
    report: Type.Optional(GateReportSchema),
  },
  { title: 'ManagementProblem', additionalProperties: false },
);

export type ManagementProblem = Static<typeof ManagementProblemSchema>;
