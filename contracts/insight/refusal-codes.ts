import type { RefusalCode } from '../../domain/kernel/errors.ts';

/** The refusals that insight reads publish with their catalogue, in the order of the contract. */
export const INSIGHT_REFUSAL_CODES = [
  'forbidden',
  'budget_exceeded',
  'coverage_unknown',
  'snapshot_expired',
  'read_context_expired',
  'scope_required',
  'metric_version_unknown',
  'purpose_mixing_refused',
  'window_too_large',
  'invalid_query',
  'dependency_unavailable',
  'validation_failed',
] as const satisfies readonly RefusalCode[];
