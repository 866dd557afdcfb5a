/** What operators filter runs and occurrences by in Temporal. Names and types are kept by the namespace: never rename or retype one. */
export const SEARCH_ATTRIBUTES = {
  organizationId: { name: 'OrganizationId', type: 'KEYWORD' },
  workspaceId: { name: 'WorkspaceId', type: 'KEYWORD' },
  reportId: { name: 'ReportId', type: 'KEYWORD' },
  runState: { name: 'RunState', type: 'KEYWORD' },
  failureCode: { name: 'FailureCode', type: 'KEYWORD' },
  scheduleId: { name: 'ScheduleId', type: 'KEYWORD' },
  occurrenceState: { name: 'OccurrenceState', type: 'KEYWORD' },
  scheduledFor: { name: 'ScheduledFor', type: 'DATETIME' },
} as const;
