import type { Refusal, RefusalCode } from '../../../domain/kernel/errors.ts';
import {
  MANAGEMENT_PROBLEMS,
  ManagementProblemSchema,
  type ManagementProblem,
  type ManagementProblemCode,
} from '../../../contracts/management/problem.ts';
import { MANAGEMENT_PATH, MANAGEMENT_ROOT } from '../../../contracts/management/root.ts';
import { MANAGEMENT_EPOCH } from '../../../contracts/management/version.ts';
import type { Lane } from '../../frame/lane/lane.ts';
import { PROBLEM_JSON } from '../../frame/problems/problem-json.ts';
import { presentRefusal } from '../../frame/problems/present-refusal.ts';

/** The problem codes of this plane, by refusal. Any other refusal belongs to the customer lane and is a defect here. */
const CODES: Partial<Record<RefusalCode, ManagementProblemCode>> = {
  malformed_request: 'bad_request',
  validation_failed: 'bad_request',
  invalid_query: 'bad_request',
  unauthorized: 'unauthenticated',
  forbidden: 'forbidden',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  request_timeout: 'request_timeout',
  conflict: 'conflict',
  precondition_failed: 'precondition_failed',
  payload_too_large: 'payload_too_large',
  uri_too_long: 'uri_too_long',
  unsupported_media_type: 'unsupported_media_type',
  expectation_failed: 'expectation_failed',
  rate_limited: 'rate_limited',
  headers_too_large: 'headers_too_large',
  internal_error: 'internal',
  budget_exceeded: 'budget_exceeded',
  dependency_unavailable: 'dependency_unavailable',
  feature_absent: 'feature_absent',
  gate_failed: 'gate_failed',
};

/** The management plane, with its answers to refusals. */
export const MANAGEMENT_LANE: Lane = {
  ...PROBLEM_JSON,
  path: MANAGEMENT_PATH,
  epoch: MANAGEMENT_EPOCH,
  describedAt: MANAGEMENT_ROOT,
  ProblemSchema: ManagementProblemSchema,
  securityOf: ({ isOpen = false }) => (isOpen ? [] : [{ bearer: [] }, { session: [] }]),
  answerTo,
  // The contract's set of common problems: every operation declares these eight.
  always: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'not_found',
    'method_not_allowed',
    'payload_too_large',
    'rate_limited',
    'internal_error',
  ],
  withBody: ['unsupported_media_type'],
  problemOf,
};

function answerTo(reason: RefusalCode): { code: ManagementProblemCode; status: number } {
  const code = CODES[reason] ?? 'internal';
  return { code, status: MANAGEMENT_PROBLEMS[code].status };
}

function problemOf(refusal: Refusal, requestId: string): ManagementProblem {
  const { code, status } = answerTo(refusal.code);
  const { detail, faults } = presentRefusal(refusal);
  return {
    type: `${MANAGEMENT_ROOT}/problems/${code}`,
    title: MANAGEMENT_PROBLEMS[code].title,
    status,
    detail,
    code,
    request_id: requestId,
    ...(faults.length > 0 && { errors: faults.map((fault) => ({ pointer: fault.pointer, detail: fault.detail })) }),
    ...(refusal.report !== undefined && { report: refusal.report as NonNullable<ManagementProblem['report']> }),
  };
}
