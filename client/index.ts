export type { Answer, Creation, Page } from './answer.ts';
export type { CallOptions, CreationOptions, ListOptions } from './call-options.ts';
export {
  InsightForbiddenError,
  InsightRefusalError,
  InsightUnavailableError,
  type ProblemFault,
  TruetallyAbortError,
  TruetallyAnswerError,
  TruetallyConnectionError,
  TruetallyError,
  TruetallyProblemError,
  TruetallyTimeoutError,
} from './errors.ts';
export type { Insights } from './insights.ts';
export type { PagedList } from './paged-list.ts';
export type { Place } from './place.ts';
export type { ReportInbox } from './report-inbox.ts';
export type { ReportOccurrences } from './report-occurrences.ts';
export type { ExportedRun, ExportFormat, ReportRuns } from './report-runs.ts';
export type { NewReportSchedule, ReportSchedules } from './report-schedules.ts';
export type { NewReport, Reports } from './reports.ts';
export type { SavedViews } from './saved-views.ts';
export type { Fetch } from './transport.ts';
export { createTruetallyClient, type TruetallyClient, type TruetallyClientOptions } from './truetally-client.ts';
export type * from './wire.ts';
