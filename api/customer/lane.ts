import type { Refusal } from '../../domain/kernel/errors.ts';
import { CUSTOMER_PATH } from '../../contracts/customer/operations.ts';
import { nextActionOf, type Problem, PROBLEMS, ProblemSchema } from '../../contracts/customer/problem.ts';
import { PROBLEM_LIMITS } from '../../contracts/wire/problem-limits.ts';
import type { Lane } from '../frame/lane.ts';

/** The customer lane, and how it answers what it refuses. */
export const CUSTOMER_LANE: Lane = {
  path: CUSTOMER_PATH,
  ProblemSchema,
  problems: PROBLEMS,
  always: [
    'unauthorized',
    'not_found',
    'validation_failed',
    'rate_limited',
    'internal_error',
    'dependency_unavailable',
  ],
  withBody: ['payload_too_large', 'unsupported_media_type'],
  problemOf,
};

function problemOf(refusal: Refusal, requestId: string): Problem {
  const { status, title } = PROBLEMS[refusal.code];
  return {
    type: refusal.code,
    title,
    status,
    code: refusal.code,
    detail: cut(refusal.message, PROBLEM_LIMITS.detail),
    next_action: nextActionOf(refusal),
    request_id: requestId,
    errors: refusal.faults.slice(0, PROBLEM_LIMITS.errors).map(({ pointer, detail, code }) => ({
      pointer: cut(pointer, PROBLEM_LIMITS.pointer),
      detail: cut(detail, PROBLEM_LIMITS.detail),
      ...(code !== undefined && { code }),
    })),
  };
}

/** A text of at most this many characters; one that was longer ends with an ellipsis. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
