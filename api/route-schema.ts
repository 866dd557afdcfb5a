import { Type, type TSchema } from 'typebox';
import { PROBLEM_CODES, type ProblemCode } from '../domain/errors.ts';
import { PROBLEMS } from '../contracts/problem.ts';

/** The one problem document, which the openapi plugin registers by its `$id`. */
const PROBLEM_REFERENCE = Type.Ref('Problem#');

/** Every request of the customer lane can be turned down like this. */
const ALWAYS = ['unauthorized', 'not_found', 'validation_failed', 'internal_error', 'dependency_unavailable'] as const;

/** Every request with a body, besides. */
const WITH_BODY = ['payload_too_large', 'unsupported_media_type'] as const;

/** Every question that a reader is asked, besides. */
export const READER_REFUSALS = [
  'forbidden',
  'scope_required',
  'metric_version_unknown',
  'purpose_mixing_refused',
  'window_too_large',
  'invalid_query',
  'read_context_expired',
  'snapshot_expired',
  'budget_exceeded',
  'coverage_unknown',
] as const satisfies readonly ProblemCode[];

interface ProblemResponse {
  description: string;
  content: { 'application/problem+json': { schema: TSchema } };
}

/** The responses of a route that can be turned down with these codes, by status. */
export function problems(...codes: readonly ProblemCode[]): Record<number, ProblemResponse> {
  const rows = PROBLEM_CODES.filter((code) => [...ALWAYS, ...codes].includes(code));
  const statuses = [...new Set(rows.map((code) => PROBLEMS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: rows.filter((code) => PROBLEMS[code].status === status).join(', '),
        content: { 'application/problem+json': { schema: PROBLEM_REFERENCE } },
      },
    ]),
  );
}

/** As `problems`, for a route with a body. */
export function problemsWithBody(...codes: readonly ProblemCode[]): Record<number, ProblemResponse> {
  return problems(...WITH_BODY, ...codes);
}

/** The path members of the customer lane. Concealment checks them, so that a wrong one is 404 and never 422. */
export const PATH = {
  organization: Type.Object({ org: Type.String() }),
  workspace: Type.Object({ org: Type.String(), ws: Type.String() }),
  savedView: Type.Object({ org: Type.String(), sv: Type.String() }),
  report: Type.Object({ org: Type.String(), rp: Type.String() }),
  run: Type.Object({ org: Type.String(), rp: Type.String(), run: Type.String() }),
} as const;

/** The body of an operation that takes none. */
export const NoBodySchema = Type.Object(
  {},
  { additionalProperties: false, description: 'Nothing, or an empty object' },
);

/** The query of an operation that takes none. */
export const NoQuerySchema = Type.Object({}, { additionalProperties: false });

/** The credential that every operation of the lane needs, as OpenAPI names it. */
export const SECURITY = [{ bearer: [] }];
