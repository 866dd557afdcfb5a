export type { Answer, Creation, Page } from './transport/answer.ts';
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
export type { Insights } from './resources/insights.ts';
export type { PagedList } from './paged-list.ts';
export type { Place } from './place.ts';
export type { ReportInbox } from './resources/report-inbox.ts';
export type { ReportOccurrences } from './resources/report-occurrences.ts';
export type { ExportedRun, ExportFormat, ReportRuns } from './resources/report-runs.ts';
export type { NewReportSchedule, ReportSchedules } from './resources/report-schedules.ts';
export type { NewReport, Reports } from './resources/reports.ts';
export type { SavedViews } from './resources/saved-views.ts';
export type { Fetch } from './transport/transport.ts';
export { createTruetallyClient, type TruetallyClient, type TruetallyClientOptions } from './truetally-client.ts';
export type * from './wire.ts';
