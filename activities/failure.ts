import { ApplicationFailure } from '@temporalio/common';
import { Refusal, type RefusalCode } from '../domain/kernel/errors.ts';
import type { FaultOrigin, TransientCode } from '../domain/reports/report-run.ts';

/** The result of each refusal of the reader: another attempt of the run may succeed, or the run ends immediately. */
const REFUSAL_OUTCOMES = {
  unauthorized: 'terminal',
  forbidden: 'terminal',
  not_found: 'terminal',
  method_not_allowed: 'terminal',
  conflict: 'terminal',
  precondition_failed: 'terminal',
  validation_failed: 'terminal',
  invalid_query: 'terminal',
  scope_required: 'terminal',
  metric_version_unknown: 'terminal',
  purpose_mixing_refused: 'terminal',
  window_too_large: 'terminal',
  read_context_expired: 'terminal',
  snapshot_expired: 'terminal',
  budget_exceeded: 'terminal',
  coverage_unknown: 'terminal',
  dependency_unavailable: 'transient',
  payload_too_large: 'terminal',
  unsupported_media_type: 'terminal',
  rate_limited: 'terminal',
  malformed_request: 'terminal',
  request_timeout: 'terminal',
  uri_too_long: 'terminal',
  headers_too_large: 'terminal',
  expectation_failed: 'terminal',
  internal_error: 'transient',
  comparisons_not_enabled: 'terminal',
  comparison_not_found: 'terminal',
  comparison_kind_mismatch: 'terminal',
  sample_set_empty: 'terminal',
  sample_set_too_large: 'terminal',
  sample_case_not_found: 'terminal',
  sample_case_version_mismatch: 'terminal',
  expected_label_required: 'terminal',
  reference_notes_required: 'terminal',
  acceptance_rule_required: 'terminal',
  acceptance_rule_immutable: 'terminal',
  spend_ceiling_above_remaining: 'terminal',
  judge_connection_not_granted: 'terminal',
  judge_same_family_refused: 'terminal',
  comparison_run_not_terminal: 'terminal',
  comparison_evidence_incomplete: 'terminal',
  comparison_evidence_stale: 'terminal',
  baseline_release_changed: 'terminal',
  comparison_outcome_does_not_support_change: 'terminal',
  decision_outcome_mismatch: 'terminal',
  decision_requires_release_authority: 'terminal',
  decision_superseded: 'terminal',
  duplicate_comparison_run: 'terminal',
  comparison_canceled: 'terminal',
  feature_absent: 'terminal',
  gate_failed: 'terminal',
} as const satisfies Record<RefusalCode, 'transient' | 'terminal'>;

/** True for a refusal that no further attempt can avoid; any other error may be transient. */
export function endsRun(error: unknown): error is Refusal {
  return error instanceof Refusal && REFUSAL_OUTCOMES[error.code] === 'terminal';
}

/**
 * Creates the failure of an attempt after which another one may succeed. Its type is `code`, so that the history shows
 * it. It states its origin and, if the attempt took the run, the number of the attempt in the run's row.
 */
export function createTransientFailure(
  code: TransientCode,
  message: string,
  details: { cause?: unknown; attempt?: number; origin?: FaultOrigin } = {},
): ApplicationFailure {
  const { cause, attempt, origin } = details;
  const attributes = { ...(attempt !== undefined && { attempt }), ...(origin && { origin }) };
  return ApplicationFailure.create({
    type: code,
    message,
    nonRetryable: true,
    ...(Object.keys(attributes).length > 0 && { details: [attributes] }),
    ...(cause instanceof Error ? { cause } : {}),
  });
}
