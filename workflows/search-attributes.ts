/**
 * The search attributes by which operators filter workflows in Temporal. The namespace stores names and types: never
 * rename or retype one. Stores on SQL hold ten keywords, which are all in use: a further attribute needs another type.
 */
export const SEARCH_ATTRIBUTES = {
  organizationId: { name: 'OrganizationId', type: 'KEYWORD' },
  workspaceId: { name: 'WorkspaceId', type: 'KEYWORD' },
  reportId: { name: 'ReportId', type: 'KEYWORD' },
  /** A text of a customer; set only if payloads are not encrypted, because search attributes never are. */
  reportName: { name: 'ReportName', type: 'KEYWORD' },
  /** A text of a customer, with the rule of `reportName`. */
  comparisonName: { name: 'ComparisonName', type: 'KEYWORD' },
  /** Ids of judges, and of a validation the segment; set only where payloads are not encrypted. */
  judgeName: { name: 'JudgeName', type: 'KEYWORD_LIST' },
  /** The id of the report run. The name is not `RunId`, which is Temporal's own. */
  reportRunId: { name: 'ReportRunId', type: 'KEYWORD' },
  runState: { name: 'RunState', type: 'KEYWORD' },
  failureCode: { name: 'FailureCode', type: 'KEYWORD' },
  /**
   * The last try's fault: its code, and the part that it came from. A refusal has its sentence, if payloads are not
   * encrypted. A dispatcher has its overdue and paused schedules, by the report or, if payloads are encrypted, by the
   * schedule.
   */
  failureCause: { name: 'FailureCause', type: 'KEYWORD_LIST' },
  scheduleId: { name: 'ScheduleId', type: 'KEYWORD' },
  occurrenceState: { name: 'OccurrenceState', type: 'KEYWORD' },
  /** The instant of an occurrence; of a dispatcher, when its next schedule is due. */
  scheduledFor: { name: 'ScheduledFor', type: 'DATETIME' },
} as const;
