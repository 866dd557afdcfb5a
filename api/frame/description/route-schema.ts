import { Type, type TSchema } from 'typebox';
import { PROBLEM_CODES, type ProblemCode } from '../../../domain/kernel/errors.ts';
import { idSchema } from '../../../contracts/wire/ids.ts';
import { PROBLEMS, ProblemSchema } from '../../../contracts/wire/problem.ts';

/** Every request of the customer lane can be turned down like this. */
const ALWAYS = [
  'unauthorized',
  'not_found',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'dependency_unavailable',
] as const;

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
  return answersOf([...ALWAYS, ...codes]);
}

/** The one way in which an operation that asks for nothing and needs no credential can fail. */
export const FAILURE = answersOf(['internal_error']);

function answersOf(codes: readonly ProblemCode[]): Record<number, ProblemResponse> {
  const rows = PROBLEM_CODES.filter((code) => codes.includes(code));
  const statuses = [...new Set(rows.map((code) => PROBLEMS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: rows.filter((code) => PROBLEMS[code].status === status).join(', '),
        content: { 'application/problem+json': { schema: ProblemSchema } },
      },
    ]),
  );
}

/** As `problems`, for a route with a body. */
export function problemsWithBody(...codes: readonly ProblemCode[]): Record<number, ProblemResponse> {
  return problems(...WITH_BODY, ...codes);
}

const org = idSchema('organization');
const rp = idSchema('report');
const sch = idSchema('reportSchedule');

/** The path members of the customer lane. Concealment checks them, so that a wrong one is 404 and never 422. */
export const PATH = {
  organization: Type.Object({ org }),
  workspace: Type.Object({ org, ws: idSchema('workspace') }),
  savedView: Type.Object({ org, sv: idSchema('savedView') }),
  report: Type.Object({ org, rp }),
  run: Type.Object({ org, rp, run: idSchema('reportRun') }),
  schedule: Type.Object({ org, sch }),
  occurrence: Type.Object({ org, sch, occ: idSchema('reportOccurrence') }),
  inboxItem: Type.Object({ org, delivery: idSchema('delivery') }),
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

/** Of an operation that is asked without a credential. */
export const OPEN = [];

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The operations that an answer leads to, with what their path is made of, as OpenAPI writes it. */
export function linksTo(operationIds: readonly string[], parameters: Link['parameters']): Record<string, Link> {
  return Object.fromEntries(
    operationIds.map((operationId) => [operationId.split('.').slice(-2).join('_'), { operationId, parameters }]),
  );
}
