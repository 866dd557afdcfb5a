import type { AnalyticsClient } from '../analytics-client.ts';

/** Every table with traffic of a workspace, and its time base. The names are constants, never input. */
export const ERASED_TABLES: readonly (readonly [table: string, timeBase: string])[] = [
  ['request_admissions_v1', 'admitted_at'],
  ['request_terminals_v1', 'admitted_at'],
  ['attempts_v1', 'dispatched_at'],
  ['cost_effects_v1', 'occurred_at'],
  ['feedback_verdicts_v1', 'occurred_at'],
  ['release_markers_v1', 'occurred_at'],
  ['protection_evaluations_v1', 'admitted_at'],
  ['replaced_terminals_v1', 'admitted_at'],
  ['outcomes_v1', 'admitted_at'],
  ['event_identities_v1', 'occurred_at'],
  // After the identities: every known request must also be in this table.
  ['known_requests_v1', 'newest_at'],
  ['traffic_by_hour_v1', 'period'],
  ['traffic_by_day_v1', 'period'],
  ['traffic_by_month_v1', 'period'],
  ['latency_by_hour_v1', 'period'],
  ['latency_by_day_v1', 'period'],
  ['latency_by_month_v1', 'period'],
  ['workspace_traffic_by_hour_v1', 'period'],
  ['workspace_traffic_by_day_v1', 'period'],
  ['workspace_traffic_by_month_v1', 'period'],
  ['workspace_latency_by_hour_v1', 'period'],
  ['workspace_latency_by_day_v1', 'period'],
  ['workspace_latency_by_month_v1', 'period'],
  ['dimension_sums_by_day_v1', 'period'],
];

/**
 * Deletes every fact of a workspace before a midnight UTC, rollups included. The rollup of a day is deleted or stays as
 * a unit, so `before` must be the start of a day, and no read may begin before it. If it is within a month, the sums of
 * that month are deleted completely, and only its days remain. After an interruption, call it again: deleted rows stay
 * deleted. Resolves when the last table is rewritten.
 */
export async function eraseBefore(
  clickhouse: AnalyticsClient,
  workspace: { organizationId: string; workspaceId: string },
  before: Date,
): Promise<void> {
  for (const [table, timeBase] of ERASED_TABLES) {
    await clickhouse.command({
      query: `ALTER TABLE ${table} DELETE
        WHERE organization_id = {organization:String} AND workspace_id = {workspace:String}
          AND ${timeBase} < fromUnixTimestamp64Milli({before:Int64}, 'UTC')`,
      query_params: {
        organization: workspace.organizationId,
        workspace: workspace.workspaceId,
        before: before.getTime(),
      },
      // The statement returns when every part is rewritten on every replica, which may exceed the limit for queries.
      clickhouse_settings: { mutations_sync: '2', max_execution_time: 0 },
    });
  }
}
