import type { Refusal } from '../../../domain/kernel/errors.ts';
import { CUSTOMER_PATH } from '../../../contracts/customer/operations.ts';
import {
  toNextAction,
  type Problem,
  toProblemCode,
  PROBLEMS,
  ProblemSchema,
} from '../../../contracts/problems/customer-problem.ts';
import type { Lane } from '../../frame/lane/lane.ts';
import { PROBLEM_JSON } from '../../frame/problems/problem-json.ts';
import { presentRefusal } from '../../frame/problems/present-refusal.ts';

/** The customer lane, with its answers to refusals. */
export const CUSTOMER_LANE: Lane = {
  path: CUSTOMER_PATH,
  describedAt: '',
  securityOf: ({ effect }) => [effect === 'ingest' ? { runtime: [] } : { bearer: [] }],
  ProblemSchema,
  answerTo: (reason) => ({ code: toProblemCode(reason), status: PROBLEMS[toProblemCode(reason)].status }),
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
  const code = toProblemCode(refusal.code);
  const { status, title } = PROBLEMS[code];
  const { detail, faults } = presentRefusal(refusal);
  return {
    type: code,
    title,
    status,
    code,
    detail,
    next_action: toNextAction(refusal),
    request_id: requestId,
    errors: faults,
  };
}
