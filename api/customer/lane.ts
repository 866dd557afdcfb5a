import type { Refusal } from '../../domain/kernel/errors.ts';
import { CUSTOMER_PATH } from '../../contracts/customer/operations.ts';
import { nextActionOf, type Problem, PROBLEMS, ProblemSchema } from '../../contracts/customer/problem.ts';
import type { Lane } from '../frame/lane.ts';
import { PROBLEM_JSON } from '../frame/problems/problem-json.ts';
import { presentRefusal } from '../frame/problems/present-refusal.ts';

/** The customer lane, and how it answers what it refuses. */
export const CUSTOMER_LANE: Lane = {
  path: CUSTOMER_PATH,
  describedAt: '',
  securityOf: ({ effect }) => [effect === 'ingest' ? { runtime: [] } : { bearer: [] }],
  ProblemSchema,
  answerTo: (reason) => ({ code: reason, status: PROBLEMS[reason].status }),
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
  ...PROBLEM_JSON,
};

function problemOf(refusal: Refusal, requestId: string): Problem {
  const { status, title } = PROBLEMS[refusal.code];
  const { detail, faults } = presentRefusal(refusal);
  return {
    type: refusal.code,
    title,
    status,
    code: refusal.code,
    detail,
    next_action: nextActionOf(refusal),
    request_id: requestId,
    errors: faults,
  };
}
