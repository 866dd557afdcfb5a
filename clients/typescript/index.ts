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
export type { Traffic } from './resources/traffic.ts';
export type { ExportedRun, ExportFormat } from './exported-run.ts';
export type {
  Applications,
  Environments,
  Gateways,
  Me,
  NewReport,
  NewReportSchedule,
  ReportInbox,
  ReportRuns,
  Reports,
  ReportScheduleOccurrences,
  ReportSchedules,
  SavedViews,
  Workspaces,
} from './lane.ts';
export type { PagedList } from './paged-list.ts';
export type { Place } from './place.ts';
export type { Fetch } from './transport/transport.ts';
export { createTruetallyClient, type TruetallyClient, type TruetallyClientOptions } from './truetally-client.ts';
export type * from './wire.ts';
