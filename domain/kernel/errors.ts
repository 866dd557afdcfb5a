import { COMPARISON_CODES } from './comparison-codes.ts';
import { MANAGEMENT_CODES } from './management-codes.ts';
import type { ConflictCode, FaultCode, PreconditionCode } from './fault-codes.ts';

/**
 * Every reason to turn something down. What is said of each on the wire is a lane's own: the status, title and next
 * action of the customer lane stand in `contracts/problems/customer-problem.ts`. Whether a report run tries again after
 * it stands in `activities/failure.ts`.
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

/** A reason that the management plane alone has: any other lane would answer it as a defect. */
export function isOfManagement(reason: RefusalCode): reason is (typeof MANAGEMENT_CODES)[number] {
  return MANAGEMENT_CODES.some((code) => code === reason);
}

/** One faulty member of a document: an RFC 6901 pointer into it, and a sentence about it. */
export interface FieldFault {
  readonly pointer: string;
  readonly detail: string;
  /** The fault for a program: for cadences, and for every conflict and precondition. */
  readonly code?: FaultCode;
}

/**
 * Thrown when a request is turned down, or when a part it needs does not answer. `message` is a sentence that the
 * caller can act on; it never holds a secret, another tenant's data or an internal detail.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly faults: readonly FieldFault[];

  constructor(code: RefusalCode, detail: string, options: { faults?: readonly FieldFault[]; cause?: unknown } = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.faults = options.faults ?? [];
  }
}

/**
 * Runs every check, each of which may throw a refusal, so that all faults of a document are reported at once.
 *
 * @throws Refusal the one that was thrown; of several one with the code of the first, their sentences and all of their
 *   faults
 */
export function refuseTogether(checks: readonly (() => void)[]): void {
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

/** The sentence for a missing thing and for a concealed one. */
export const NOT_FOUND =
  'There is no such resource, or you may not see it. Check the ids of the path against the lists.';

/** The refusal for hidden and for missing things: one sentence for both, so that callers cannot distinguish them. */
export function notFound(detail = NOT_FOUND): Refusal {
  return new Refusal('not_found', detail);
}

/** A document that breaks its rules at one member. */
export function invalid(pointer: string, detail: string): Refusal {
  return new Refusal('validation_failed', detail, { faults: [{ pointer, detail }] });
}

/** A name, a key or a state that does not allow it; `pointer` where a member of the request is at fault. */
export function conflict(code: ConflictCode, detail: string, pointer = ''): Refusal {
  return new Refusal('conflict', detail, { faults: [{ pointer, detail, code }] });
}

/**
 * Something that the caller relies on has moved on; `pointer` where a member of the request names what it relied on.
 */
export function revisionMismatch(code: PreconditionCode, detail: string, pointer = ''): Refusal {
  return new Refusal('precondition_failed', detail, { faults: [{ pointer, detail, code }] });
}

/** Thrown when the program itself is wrong: a broken invariant, never a fault of the caller. */
export class DefectError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DefectError';
  }
}
