import { Type, type Static } from 'typebox';
import { isManagementCode, type Refusal, type RefusalCode } from '../../domain/kernel/errors.ts';
import type { MANAGEMENT_CODES } from '../../domain/kernel/management-codes.ts';
import { FAULT_CODES, type FaultCode } from '../../domain/kernel/fault-codes.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { PROBLEM_LIMITS } from '../wire/problem-limits.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';

/** The next step of a client after a problem. The published table defines the steps after insight refusals. */
export const NEXT_ACTIONS = [
  'authenticate',
  'refresh_access',
  'check_selection',
  'refresh_view',
  'start_new_query',
  'narrow_window',
  'reload',
  'update_report',
  'retry',
  'contact_support',
] as const;

type NextAction = (typeof NEXT_ACTIONS)[number];

interface ProblemRow {
  readonly status: number;
  readonly title: string;
  readonly nextAction: NextAction;
}

/** A refusal code that the customer lane can answer with. */
type CustomerReason = Exclude<RefusalCode, (typeof MANAGEMENT_CODES)[number]>;

/**
 * The closed registry of the customer lane: the status, title and next action for each refusal code. Its problem codes
 * are the refusal codes; the other lane has its own registry. A refusal code without a row here does not compile.
 */
export const PROBLEMS = {
  unauthorized: { status: 401, title: 'The credential is not accepted', nextAction: 'authenticate' },
  forbidden: { status: 403, title: 'Your access does not allow this', nextAction: 'refresh_access' },
  not_found: { status: 404, title: 'There is no such resource', nextAction: 'check_selection' },
  method_not_allowed: { status: 405, title: 'The resource has no such method', nextAction: 'check_selection' },
  conflict: { status: 409, title: 'The state of the resource does not allow this', nextAction: 'reload' },
  precondition_failed: { status: 412, title: 'The resource has changed', nextAction: 'reload' },
  validation_failed: { status: 422, title: 'The request is not valid', nextAction: 'check_selection' },
  invalid_query: { status: 400, title: 'The question is inconsistent', nextAction: 'check_selection' },
  scope_required: { status: 400, title: 'The question needs a scope', nextAction: 'check_selection' },
  metric_version_unknown: { status: 400, title: 'There is no such metric version', nextAction: 'check_selection' },
  purpose_mixing_refused: { status: 400, title: 'Purposes cannot be combined', nextAction: 'check_selection' },
  window_too_large: { status: 400, title: 'The window is too long', nextAction: 'check_selection' },
  read_context_expired: { status: 410, title: 'The read context has expired', nextAction: 'refresh_view' },
  snapshot_expired: { status: 410, title: 'The snapshot no longer exists', nextAction: 'start_new_query' },
  budget_exceeded: { status: 503, title: 'The question costs too much to answer', nextAction: 'narrow_window' },
  coverage_unknown: { status: 503, title: 'The extent of missing traffic is unknown', nextAction: 'retry' },
  dependency_unavailable: { status: 503, title: 'A part of the service does not answer', nextAction: 'retry' },
  payload_too_large: { status: 413, title: 'The body is too large', nextAction: 'check_selection' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON', nextAction: 'check_selection' },
  rate_limited: { status: 429, title: 'Too many requests', nextAction: 'retry' },
  malformed_request: { status: 400, title: 'The bytes are not a valid HTTP request', nextAction: 'check_selection' },
  request_timeout: { status: 408, title: 'The request took too long to arrive', nextAction: 'retry' },
  uri_too_long: { status: 414, title: 'The path and query are too long', nextAction: 'check_selection' },
  headers_too_large: { status: 431, title: 'The headers are too large', nextAction: 'check_selection' },
  expectation_failed: { status: 417, title: 'The expectation is not supported', nextAction: 'check_selection' },
  internal_error: { status: 500, title: 'The service failed', nextAction: 'contact_support' },
  comparisons_not_enabled: { status: 501, title: 'This deployment has no comparisons', nextAction: 'contact_support' },
  comparison_not_found: { status: 404, title: 'There is no such comparison', nextAction: 'check_selection' },
  comparison_kind_mismatch: { status: 409, title: 'The material is for the other kind', nextAction: 'check_selection' },
  sample_set_empty: { status: 422, title: 'The sample set is too small', nextAction: 'check_selection' },
  sample_set_too_large: { status: 422, title: 'The sample set is too large', nextAction: 'check_selection' },
  sample_case_not_found: { status: 404, title: 'There is no such case', nextAction: 'check_selection' },
  sample_case_version_mismatch: { status: 409, title: 'The case has no such version', nextAction: 'reload' },
  expected_label_required: { status: 422, title: 'A case has no expected label', nextAction: 'check_selection' },
  reference_notes_required: { status: 422, title: 'A case has no reference notes', nextAction: 'check_selection' },
  acceptance_rule_required: { status: 422, title: 'The acceptance rule is empty', nextAction: 'check_selection' },
  acceptance_rule_immutable: { status: 409, title: 'The acceptance rule can no longer change', nextAction: 'reload' },
  spend_ceiling_above_remaining: {
    status: 409,
    title: 'The ceiling exceeds the remaining budget',
    nextAction: 'check_selection',
  },
  judge_connection_not_granted: { status: 403, title: 'No connection may judge here', nextAction: 'refresh_access' },
  judge_same_family_refused: { status: 422, title: 'Judge and arm share a family', nextAction: 'check_selection' },
  comparison_run_not_terminal: { status: 409, title: 'The run has not ended', nextAction: 'retry' },
  comparison_evidence_incomplete: { status: 409, title: 'The evidence is incomplete', nextAction: 'check_selection' },
  comparison_evidence_stale: { status: 409, title: 'The evidence is out of date', nextAction: 'start_new_query' },
  baseline_release_changed: { status: 409, title: 'The baseline is no longer served', nextAction: 'start_new_query' },
  comparison_outcome_does_not_support_change: {
    status: 409,
    title: 'The evidence does not support the change',
    nextAction: 'check_selection',
  },
  decision_outcome_mismatch: { status: 409, title: 'The outcome is different', nextAction: 'reload' },
  decision_requires_release_authority: {
    status: 403,
    title: 'A change of a route needs more access',
    nextAction: 'refresh_access',
  },
  decision_superseded: { status: 409, title: 'A newer decision exists', nextAction: 'reload' },
  duplicate_comparison_run: { status: 409, title: 'The key belongs to another run', nextAction: 'check_selection' },
  comparison_canceled: { status: 409, title: 'The run was cancelled', nextAction: 'check_selection' },
} as const satisfies Record<CustomerReason, ProblemRow>;

/** The problem code of a refusal code: the same name. A refusal code of the management plane is a defect here. */
export function toProblemCode(reason: RefusalCode): CustomerReason {
  return isManagementCode(reason) ? 'internal_error' : reason;
}

/** Every code that a problem of the customer lane can carry. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly (keyof typeof PROBLEMS)[];

/**
 * The next steps for faults for which the step of the problem cannot help, because another read would give the same
 * result.
 */
const REMEDIES: Partial<Record<FaultCode, NextAction>> = {
  name_taken: 'check_selection',
  key_reused: 'check_selection',
  no_answer: 'check_selection',
  view_moved: 'update_report',
  view_gone: 'check_selection',
  limit_reached: 'check_selection',
};

/** The next step of a client after a refusal. */
export function toNextAction({ code, faults }: Refusal): NextAction {
  const [fault] = faults;
  return (fault?.code && REMEDIES[fault.code]) ?? PROBLEMS[toProblemCode(code)].nextAction;
}

/** An RFC 9457 problem document (`application/problem+json`). Clients recognise it by `status` and `type` together. */
export const ProblemSchema = Type.Object(
  {
    type: literalUnion(PROBLEM_CODES, {
      description: 'The slug that identifies the problem, together with the status',
    }),
    title: textSchema(120, { description: 'The title of all problems of this type' }),
    status: wholeSchema(400, 599),
    code: literalUnion(PROBLEM_CODES, { description: 'Equal to `type`' }),
    detail: textSchema(PROBLEM_LIMITS.detail, { minLength: 1, description: 'The error and its remedy, as a sentence' }),
    next_action: literalUnion(NEXT_ACTIONS),
    request_id: idSchema('request'),
    errors: Type.Array(
      Type.Object(
        {
          pointer: textSchema(PROBLEM_LIMITS.pointer, {
            description: 'RFC 6901 pointer to the faulty member; empty for the complete document',
          }),
          detail: textSchema(PROBLEM_LIMITS.detail, { minLength: 1 }),
          code: Type.Optional(
            literalUnion(FAULT_CODES, {
              title: 'FaultCode',
              description: 'The fault code for programs; only for cadences, conflicts and preconditions',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: PROBLEM_LIMITS.errors },
    ),
  },
  { title: 'Problem', additionalProperties: false },
);

export type Problem = Static<typeof ProblemSchema>;
