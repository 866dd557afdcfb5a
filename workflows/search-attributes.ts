/**
 * What operators filter workflows by in Temporal. Names and types are kept by the namespace: never rename or retype one. Stores on SQL
 * hold ten keywords, which are all in use: a further attribute needs another type.
 */
export const SEARCH_ATTRIBUTES = {
  organizationId: { name: 'OrganizationId', type: 'KEYWORD' },
  workspaceId: { name: 'WorkspaceId', type: 'KEYWORD' },
  reportId: { name: 'ReportId', type: 'KEYWORD' },
  /** What a customer wrote; set only where payloads are not encrypted, for search attributes never are. */
  reportName: { name: 'ReportName', type: 'KEYWORD' },
  /** As `reportName`. */
  comparisonName: { name: 'ComparisonName', type: 'KEYWORD' },
  /** Ids of judges, and of a validation the segment; set only where payloads are not encrypted. */
  judgeName: { name: 'JudgeName', type: 'KEYWORD_LIST' },
  /** Not `RunId`, which is Temporal's own. */
  reportRunId: { name: 'ReportRunId', type: 'KEYWORD' },
  runState: { name: 'RunState', type: 'KEYWORD' },
  failureCode: { name: 'FailureCode', type: 'KEYWORD' },
  /**
   * What the last try met: its code, and the part that it came from. Of a refusal its sentence, where payloads are not encrypted; of a
   * dispatcher what is overdue or paused by the server, by the report or, where payloads are encrypted, by the schedule.
   */
  failureCause: { name: 'FailureCause', type: 'KEYWORD_LIST' },
  scheduleId: { name: 'ScheduleId', type: 'KEYWORD' },
  occurrenceState: { name: 'OccurrenceState', type: 'KEYWORD' },
  /** The instant of an occurrence; of a dispatcher, when its next schedule is due. */
  scheduledFor: { name: 'ScheduledFor', type: 'DATETIME' },
} as const;
