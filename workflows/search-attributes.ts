/** What operators filter runs and occurrences by in Temporal. Names and types are kept by the namespace: never rename or retype one. */
export const SEARCH_ATTRIBUTES = {
  organizationId: { name: 'OrganizationId', type: 'KEYWORD' },
  workspaceId: { name: 'WorkspaceId', type: 'KEYWORD' },
  reportId: { name: 'ReportId', type: 'KEYWORD' },
  /** What a customer wrote; set only where payloads are not encrypted, for search attributes never are. */
  reportName: { name: 'ReportName', type: 'KEYWORD' },
  /** Not `RunId`, which is Temporal's own. */
  reportRunId: { name: 'ReportRunId', type: 'KEYWORD' },
  runState: { name: 'RunState', type: 'KEYWORD' },
  failureCode: { name: 'FailureCode', type: 'KEYWORD' },
  /** What the last try met: its code, and the part that it came from. */
  failureCause: { name: 'FailureCause', type: 'KEYWORD_LIST' },
  scheduleId: { name: 'ScheduleId', type: 'KEYWORD' },
  occurrenceState: { name: 'OccurrenceState', type: 'KEYWORD' },
  scheduledFor: { name: 'ScheduledFor', type: 'DATETIME' },
} as const;
