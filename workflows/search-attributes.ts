/**
 * The search attributes by which operators filter workflows in Temporal. The namespace stores their names and types:
 * never change either. Temporal's SQL stores hold ten keywords, which are all in use, so a further attribute needs
 * another type.
 */
export const SEARCH_ATTRIBUTES = {
  organizationId: { name: 'OrganizationId', type: 'KEYWORD' },
  workspaceId: { name: 'WorkspaceId', type: 'KEYWORD' },
  reportId: { name: 'ReportId', type: 'KEYWORD' },
  /** A customer text; set only if payloads are not encrypted, because search attributes never are. */
  reportName: { name: 'ReportName', type: 'KEYWORD' },
  /** A customer text, under the same rule as `reportName`. */
  comparisonName: { name: 'ComparisonName', type: 'KEYWORD' },
  /** The ids of judges, and the segment of a validation; set only if payloads are not encrypted. */
  judgeName: { name: 'JudgeName', type: 'KEYWORD_LIST' },
  /** The id of the report run. The name is not `RunId`, which Temporal reserves. */
  reportRunId: { name: 'ReportRunId', type: 'KEYWORD' },
  runState: { name: 'RunState', type: 'KEYWORD' },
  failureCode: { name: 'FailureCode', type: 'KEYWORD' },
  /**
   * The fault of the last try: its code and the part that caused it. For a refusal, its sentence, if payloads are not
   * encrypted. For a dispatcher, its overdue and paused schedules, by the name of the report or, if payloads are
   * encrypted, by the id of the schedule.
   */
  failureCause: { name: 'FailureCause', type: 'KEYWORD_LIST' },
  scheduleId: { name: 'ScheduleId', type: 'KEYWORD' },
  occurrenceState: { name: 'OccurrenceState', type: 'KEYWORD' },
  /** The instant of an occurrence; for a dispatcher, the time at which its next schedule is due. */
  scheduledFor: { name: 'ScheduledFor', type: 'DATETIME' },
} as const;
