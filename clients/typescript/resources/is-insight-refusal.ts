/** The refusals that the catalogue publishes: the HTTP status of each type. A test compares them with the catalogue. */
const INSIGHT_REFUSAL_STATUS: Readonly<Record<string, number>> = {
  forbidden: 403,
  budget_exceeded: 503,
  coverage_unknown: 503,
  snapshot_expired: 410,
  read_context_expired: 410,
  scope_required: 400,
  metric_version_unknown: 400,
  purpose_mixing_refused: 400,
  window_too_large: 400,
  invalid_query: 400,
  dependency_unavailable: 503,
  validation_failed: 422,
};

/** True if status and type together are a row of the published table of insight refusals. */
export function isInsightRefusal(status: number, type: string): boolean {
  return Object.hasOwn(INSIGHT_REFUSAL_STATUS, type) && INSIGHT_REFUSAL_STATUS[type] === status;
}
