/**
 * The columns of the list of workflows: type, status, failure cause and overdue schedules. Columns with `pinned` stay
 * visible.
 */
const COLUMNS = [
  { label: 'Status', pinned: true },
  { label: 'Type', pinned: false },
  { label: 'ReportName', pinned: false },
  { label: 'FailureCause', pinned: false },
  { label: 'ComparisonName', pinned: false },
  { label: 'JudgeName', pinned: false },
  { label: 'FailureCode', pinned: false },
  { label: 'ScheduledFor', pinned: false },
  { label: 'Start', pinned: false },
  { label: 'End', pinned: false },
  { label: 'Workflow ID', pinned: false },
] as const;

/**
 * The query for work that people requested, and for work of the system that needs a person. It omits healthy
 * dispatchers, which sleep most of the time. The UI shows a condition as a filter if its attribute is in backticks.
 */
export const FIRST_QUERY = '`WorkflowType`!="dispatchWorkspace" OR `FailureCause` IS NOT NULL';

/** The saved queries of the list, by their titles. */
const VIEWS = {
  'Work, and what is overdue': FIRST_QUERY,
  'Failed, and why': '`ExecutionStatus`="Failed"',
  'Overdue or paused': '`WorkflowType`="dispatchWorkspace" AND `FailureCause` IS NOT NULL',
  'Running now': '`ExecutionStatus`="Running" AND `WorkflowType`!="dispatchWorkspace"',
  Reports: '`ReportId` IS NOT NULL',
  Comparisons: '`WorkflowType`="comparisonRun"',
  Experiments: '`WorkflowType`="experimentRun"',
  Judges: '`WorkflowType` STARTS_WITH "judge"',
  Missed: '`OccurrenceState`="missed"',
  'Defects of workflows': '`ExecutionStatus`="Failed" AND `FailureCode` IS NULL',
} as const;

/**
 * A script for pages of Temporal's UI that stores these columns and saved views of a namespace in the browser, in the
 * format of the UI. It changes neither the visitor's choices nor other namespaces.
 */
export function firstVisitScript(namespace: string): string {
  const views = Object.entries(VIEWS).map(([name, query]) => ({ id: name, name, query, type: 'user' }));
  return `for (const [key, chosen] of [
  ['namespace-workflow-table-columns', ${listOf(COLUMNS)}],
  ['saved-workflow-queries', ${listOf(views)}],
]) {
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
  if (!kept[${JSON.stringify(namespace)}]) localStorage.setItem(key, JSON.stringify({ ...kept, ${JSON.stringify(namespace)}: chosen }));
}
`;
}

function listOf(items: readonly object[]): string {
  return `[\n${items.map((item) => `    ${JSON.stringify(item)},\n`).join('')}  ]`;
}
