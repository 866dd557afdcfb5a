import type {
  ApplicationV1,
  EnvironmentV1,
  GatewayV1,
  InsightAnswer,
  InsightCatalogue,
  InsightReceipt,
  MeV1,
  OpenedInboxItemV1,
  OpenedSavedView,
  ReportCreation,
  ReportDeletion,
  ReportInboxItemV1,
  ReportOccurrenceV1,
  ReportRunOpenV1,
  ReportRunV1,
  ReportScheduleDeletion,
  ReportSchedulePreview,
  ReportScheduleV1,
  ReportV1,
  SavedView,
  SavedViewDeletion,
  WorkspaceV1,
} from './wire.ts';

/** What each operation answers in its envelope. */
export interface Documents {
  readonly 'customer.me.get': MeV1;
  readonly 'customer.workspaces.list': WorkspaceV1[];
  readonly 'customer.applications.list': ApplicationV1[];
  readonly 'customer.gateways.list': GatewayV1[];
  readonly 'customer.environments.list': EnvironmentV1[];
  readonly 'customer.insights.query': InsightAnswer;
  readonly 'customer.insights.catalog': InsightCatalogue;
  readonly 'customer.insights.receipt': InsightReceipt;
  readonly 'customer.saved_views.list': SavedView[];
  readonly 'customer.saved_views.create': SavedView;
  readonly 'customer.saved_views.get': SavedView;
  readonly 'customer.saved_views.open': OpenedSavedView;
  readonly 'customer.saved_views.update': SavedView;
  readonly 'customer.saved_views.delete': SavedViewDeletion;
  readonly 'customer.reports.list': ReportV1[];
  readonly 'customer.reports.create': ReportCreation;
  readonly 'customer.reports.get': ReportV1;
  readonly 'customer.reports.update': ReportV1;
  readonly 'customer.reports.delete': ReportDeletion;
  readonly 'customer.reports.runs.create': ReportRunV1;
  readonly 'customer.reports.runs.list': ReportRunV1[];
  readonly 'customer.reports.runs.get': ReportRunOpenV1;
  readonly 'customer.reports.runs.cancel': ReportRunV1;
  readonly 'customer.report_schedules.preview': ReportSchedulePreview;
  readonly 'customer.report_schedules.list': ReportScheduleV1[];
  readonly 'customer.report_schedules.create': ReportScheduleV1;
  readonly 'customer.report_schedules.get': ReportScheduleV1;
  readonly 'customer.report_schedules.update': ReportScheduleV1;
  readonly 'customer.report_schedules.delete': ReportScheduleDeletion;
  readonly 'customer.report_schedules.occurrences': ReportOccurrenceV1[];
  readonly 'customer.report_schedules.occurrences.rerun': ReportRunV1;
  readonly 'customer.report_inbox.list': ReportInboxItemV1[];
  readonly 'customer.report_inbox.open': OpenedInboxItemV1;
}
