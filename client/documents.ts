import type { Static } from 'typebox';
import type { InsightAnswer } from '../contracts/insight/insight-answer.ts';
import type { InsightCatalogue } from '../contracts/insight/catalogue.ts';
import type { InsightReceipt } from '../contracts/insight/insight-receipt.ts';
import type { ReportCreation, ReportDeletionSchema, ReportV1 } from '../contracts/report.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../contracts/report-run.ts';
import type { OpenedInboxItemV1, ReportInboxItemV1 } from '../contracts/report-inbox.ts';
import type { ReportOccurrenceV1 } from '../contracts/report-occurrence.ts';
import type { ReportScheduleDeletion, ReportScheduleV1 } from '../contracts/report-schedule.ts';
import type { ReportSchedulePreview } from '../contracts/report-schedule-preview.ts';
import type { OpenedSavedView, SavedView, SavedViewDeletionSchema } from '../contracts/saved-view.ts';

/** What each operation answers in its envelope. */
export interface Documents {
  readonly 'customer.insights.query': InsightAnswer;
  readonly 'customer.insights.catalog': InsightCatalogue;
  readonly 'customer.insights.receipt': InsightReceipt;
  readonly 'customer.saved_views.list': SavedView[];
  readonly 'customer.saved_views.create': SavedView;
  readonly 'customer.saved_views.get': SavedView;
  readonly 'customer.saved_views.open': OpenedSavedView;
  readonly 'customer.saved_views.update': SavedView;
  readonly 'customer.saved_views.delete': Static<typeof SavedViewDeletionSchema>;
  readonly 'customer.reports.list': ReportV1[];
  readonly 'customer.reports.create': ReportCreation;
  readonly 'customer.reports.get': ReportV1;
  readonly 'customer.reports.update': ReportV1;
  readonly 'customer.reports.delete': Static<typeof ReportDeletionSchema>;
  readonly 'customer.reports.runs.create': ReportRunV1;
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
