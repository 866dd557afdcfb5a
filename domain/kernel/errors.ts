import { COMPARISON_CODES } from './comparison-codes.ts';
import { MANAGEMENT_CODES } from './management-codes.ts';
import type { ConflictCode, FaultCode, PreconditionCode } from './fault-codes.ts';

/**
 * All refusal codes. Each lane defines how it presents a code: the statuses, titles and next actions of the customer
 * lane are in `contracts/problems/customer-problem.ts`. `activities/failure.ts` decides whether a report run retries
 * after a code.
 */
export const REFUSAL_CODES = [
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'precondition_failed',
  'validation_failed',
  'invalid_query',
  'scope_required',
  'metric_version_unknown',
  'purpose_mixing_refused',
  'window_too_large',
  'read_context_expired',
  'snapshot_expired',
  'budget_exceeded',
  'coverage_unknown',
  'dependency_unavailable',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'malformed_request',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'expectation_failed',
  'internal_error',
  ...COMPARISON_CODES,
  ...MANAGEMENT_CODES,
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** True if only the management plane uses this code. Any other lane answers such a refusal as a defect. */
export function isManagementCode(reason: RefusalCode): reason is (typeof MANAGEMENT_CODES)[number] {
  return MANAGEMENT_CODES.some((code) => code === reason);
}

/** The fault of one member of a document: an RFC 6901 pointer to the member, and a sentence about the fault. */
export interface FieldFault {
  readonly pointer: string;
  readonly detail: string;
  /** A code for programs; present for faults of cadences, for every conflict and for every failed precondition. */
  readonly code?: FaultCode;
}

/**
 * The error for a refused request, and for a part that does not answer. `message` is a sentence that the caller can act
 * on. It never contains a secret, data of another tenant or an internal detail.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly faults: readonly FieldFault[];
  /** The evidence for the refusal, as a member of the problem; only the management plane sends one. */
  readonly report: object | undefined;

  constructor(
    code: RefusalCode,
    detail: string,
    options: { faults?: readonly FieldFault[]; report?: object; cause?: unknown } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.faults = options.faults ?? [];
    this.report = options.report;
  }
}

/**
 * Runs every check, and reports all faults of a document together. Each check may throw a refusal.
 *
 * @throws Refusal the thrown refusal; if several checks throw, one refusal with the first code, all sentences and all
 *   faults
 */
export function collectRefusals(checks: readonly (() => void)[]): void {
  const refusals = checks.flatMap(thrownBy);
  const [first, ...more] = refusals;
  if (first === undefined) return;
  if (more.length === 0) throw first;
  const faults = refusals.flatMap((refusal) => refusal.faults);
  throw new Refusal(first.code, refusals.map(({ message }) => message).join(' '), { faults });
}

function thrownBy(check: () => void): Refusal[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [error];
    throw error;
  }
}

/** The sentence for a missing resource and for a concealed one. */
export const NOT_FOUND =
  'There is no such resource, or you may not see it. Check the ids of the path against the lists.';

/**
 * The refusal for hidden and for missing resources. Both have the same sentence, so that callers cannot distinguish
 * them.
 */
export function notFound(detail = NOT_FOUND): Refusal {
  return new Refusal('not_found', detail);
}

/** The refusal of a document with one invalid member. */
export function invalidMember(pointer: string, detail: string): Refusal {
  return new Refusal('validation_failed', detail, { faults: [{ pointer, detail }] });
}

/**
 * The refusal of an operation that a name, a key or a state does not allow. `pointer` names the member of the request
 * that is at fault, if there is one.
 */
export function conflict(code: ConflictCode, detail: string, pointer = ''): Refusal {
  return new Refusal('conflict', detail, { faults: [{ pointer, detail, code }] });
}

/**
 * The refusal of a request that relies on an outdated revision. `pointer` names the member of the request that holds
 * it, if there is one.
 */
export function revisionMismatch(code: PreconditionCode, detail: string, pointer = ''): Refusal {
  return new Refusal('precondition_failed', detail, { faults: [{ pointer, detail, code }] });
}

/** The error for a defect of the program, such as a broken invariant; never for a fault of the caller. */
export class DefectError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DefectError';
  }
}
