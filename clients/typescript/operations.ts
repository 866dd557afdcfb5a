/**
 * The operations of the customer lane, and what they answer. This file is made from the operations that the service declares:
 * run `npm run generate` after a change, and edit nothing here.
 */
import type { OperationRow } from './transport/lane-rules.ts';
import type {
  ApplicationV1,
  CaseV1,
  CasesCreation,
  ComparisonDecisionV1,
  ComparisonResultsV1,
  ComparisonRunV1,
  ComparisonSampleV1,
  ComparisonV1,
  ComparisonVerdictV1,
  EditedSavedView,
  EnvironmentV1,
  GatewayV1,
  InsightAnswer,
  InsightCatalogue,
  InsightReceipt,
  InsightRows,
  MeV1,
  OpenedInboxItemV1,
  OpenedSavedView,
  ReportCreation,
  ReportDeletion,
  ReportInboxItemV1,
  ReportInboxSummaryV1,
  ReportOccurrenceV1,
  ReportRunOpenV1,
  ReportRunV1,
  ReportScheduleDeletion,
  ReportSchedulePreview,
  ReportScheduleV1,
  ReportV1,
  SavedView,
  SavedViewDeletion,
  ServingRouteV1,
  TrafficReceipt,
  ViewDependents,
  WorkspaceV1,
} from './wire.ts';

/** The path of the customer lane below the service's root. */
export const LANE_PATH = '/portal/api/v1/customer/v1';

/** How each operation is sent, and what the envelope of its answer holds; `bytes` where the answer has none. */
export const OPERATIONS = {
  'customer.me.get': { method: 'GET', path: '/me', success: 200, kind: 'me', repeatable: 'always' },
  'customer.workspaces.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces',
    success: 200,
    kind: 'workspaces',
    repeatable: 'always',
  },
  'customer.applications.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications',
    success: 200,
    kind: 'applications',
    repeatable: 'always',
  },
  'customer.gateways.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/gateways',
    success: 200,
    kind: 'gateways',
    repeatable: 'always',
  },
  'customer.environments.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/environments',
    success: 200,
    kind: 'environments',
    repeatable: 'always',
  },
  'customer.traffic.send': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/traffic',
    success: 200,
    kind: 'traffic_receipt',
    repeatable: 'always',
  },
  'customer.insights.query': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/insights/query',
    success: 200,
    kind: 'insight-answer',
    repeatable: 'always',
  },
  'customer.insights.rows': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/insights/rows',
    success: 200,
    kind: 'insight-rows',
    repeatable: 'always',
  },
  'customer.insights.catalog': {
    method: 'GET',
    path: '/organizations/{org}/insights/catalog',
    success: 200,
    kind: 'insight-catalog',
    repeatable: 'always',
  },
  'customer.insights.receipt': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/insights/receipt',
    success: 200,
    kind: 'insight-receipt',
    repeatable: 'always',
  },
  'customer.saved_views.create': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/saved-views',
    success: 201,
    kind: 'saved-view',
    repeatable: 'never',
  },
  'customer.saved_views.get': {
    method: 'GET',
    path: '/organizations/{org}/saved-views/{sv}',
    success: 200,
    kind: 'saved-view',
    repeatable: 'always',
  },
  'customer.saved_views.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/saved-views',
    success: 200,
    kind: 'saved-views',
    repeatable: 'always',
  },
  'customer.saved_views.open': {
    method: 'POST',
    path: '/organizations/{org}/saved-views/{sv}/open',
    success: 200,
    kind: 'opened-saved-view',
    repeatable: 'always',
  },
  'customer.saved_views.dependents': {
    method: 'GET',
    path: '/organizations/{org}/saved-views/{sv}/dependents',
    success: 200,
    kind: 'saved-view-dependents',
    repeatable: 'always',
  },
  'customer.saved_views.update': {
    method: 'PUT',
    path: '/organizations/{org}/saved-views/{sv}',
    success: 200,
    kind: 'saved-view',
    repeatable: 'never',
  },
  'customer.saved_views.delete': {
    method: 'DELETE',
    path: '/organizations/{org}/saved-views/{sv}',
    success: 200,
    kind: 'saved-view-deletion',
    repeatable: 'never',
  },
  'customer.reports.create': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/reports',
    success: 202,
    kind: 'report-creation',
    repeatable: 'with-key',
  },
  'customer.reports.get': {
    method: 'GET',
    path: '/organizations/{org}/reports/{rp}',
    success: 200,
    kind: 'report',
    repeatable: 'always',
  },
  'customer.reports.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/reports',
    success: 200,
    kind: 'reports',
    repeatable: 'always',
  },
  'customer.reports.update': {
    method: 'PUT',
    path: '/organizations/{org}/reports/{rp}',
    success: 200,
    kind: 'report',
    repeatable: 'never',
  },
  'customer.reports.delete': {
    method: 'DELETE',
    path: '/organizations/{org}/reports/{rp}',
    success: 200,
    kind: 'report',
    repeatable: 'never',
  },
  'customer.reports.runs.create': {
    method: 'POST',
    path: '/organizations/{org}/reports/{rp}/runs',
    success: 202,
    kind: 'report-run',
    repeatable: 'with-key',
  },
  'customer.reports.runs.list': {
    method: 'GET',
    path: '/organizations/{org}/reports/{rp}/runs',
    success: 200,
    kind: 'report-runs',
    repeatable: 'always',
  },
  'customer.reports.runs.get': {
    method: 'GET',
    path: '/organizations/{org}/reports/{rp}/runs/{run}',
    success: 200,
    kind: 'opened-report-run',
    repeatable: 'always',
  },
  'customer.reports.runs.export': {
    method: 'GET',
    path: '/organizations/{org}/reports/{rp}/runs/{run}/export',
    success: 200,
    kind: 'bytes',
    repeatable: 'always',
  },
  'customer.reports.runs.export_csv': {
    method: 'GET',
    path: '/organizations/{org}/reports/{rp}/runs/{run}/export.csv',
    success: 200,
    kind: 'bytes',
    repeatable: 'always',
  },
  'customer.reports.runs.cancel': {
    method: 'POST',
    path: '/organizations/{org}/reports/{rp}/runs/{run}/cancel',
    success: 200,
    kind: 'report-run',
    repeatable: 'never',
  },
  'customer.report_schedules.preview': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/report-schedules/preview',
    success: 200,
    kind: 'report-schedule-preview',
    repeatable: 'always',
  },
  'customer.report_schedules.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/report-schedules',
    success: 200,
    kind: 'report-schedules',
    repeatable: 'always',
  },
  'customer.report_schedules.create': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/report-schedules',
    success: 201,
    kind: 'report-schedule',
    repeatable: 'with-key',
  },
  'customer.report_schedules.get': {
    method: 'GET',
    path: '/organizations/{org}/report-schedules/{sch}',
    success: 200,
    kind: 'report-schedule',
    repeatable: 'always',
  },
  'customer.report_schedules.update': {
    method: 'PUT',
    path: '/organizations/{org}/report-schedules/{sch}',
    success: 200,
    kind: 'report-schedule',
    repeatable: 'never',
  },
  'customer.report_schedules.delete': {
    method: 'DELETE',
    path: '/organizations/{org}/report-schedules/{sch}',
    success: 200,
    kind: 'report-schedule',
    repeatable: 'never',
  },
  'customer.report_schedules.occurrences': {
    method: 'GET',
    path: '/organizations/{org}/report-schedules/{sch}/occurrences',
    success: 200,
    kind: 'report-schedule-occurrences',
    repeatable: 'always',
  },
  'customer.report_schedules.occurrences.get': {
    method: 'GET',
    path: '/organizations/{org}/report-schedules/{sch}/occurrences/{occ}',
    success: 200,
    kind: 'report-schedule-occurrence',
    repeatable: 'always',
  },
  'customer.report_schedules.occurrences.rerun': {
    method: 'POST',
    path: '/organizations/{org}/report-schedules/{sch}/occurrences/{occ}/rerun',
    success: 202,
    kind: 'report-run',
    repeatable: 'with-key',
  },
  'customer.report_inbox.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/report-inbox',
    success: 200,
    kind: 'report-inbox',
    repeatable: 'always',
  },
  'customer.report_inbox.summary': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/report-inbox/summary',
    success: 200,
    kind: 'report-inbox-summary',
    repeatable: 'always',
  },
  'customer.report_inbox.open': {
    method: 'POST',
    path: '/organizations/{org}/report-inbox/{delivery}/open',
    success: 200,
    kind: 'opened-report-inbox-item',
    repeatable: 'always',
  },
  'customer.routes.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/routes',
    success: 200,
    kind: 'routes',
    repeatable: 'always',
  },
  'customer.routes.get': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/routes/{rt}',
    success: 200,
    kind: 'route',
    repeatable: 'always',
  },
  'customer.cases.create': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/cases',
    success: 201,
    kind: 'case-creation',
    repeatable: 'with-key',
  },
  'customer.cases.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/cases',
    success: 200,
    kind: 'cases',
    repeatable: 'always',
  },
  'customer.cases.get': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/cases/{case}',
    success: 200,
    kind: 'case',
    repeatable: 'always',
  },
  'customer.cases.versions': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/cases/{case}/versions',
    success: 200,
    kind: 'case-versions',
    repeatable: 'always',
  },
  'customer.cases.revise': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/cases/{case}/versions',
    success: 201,
    kind: 'case',
    repeatable: 'never',
  },
  'customer.comparisons.create': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons',
    success: 201,
    kind: 'comparison',
    repeatable: 'never',
  },
  'customer.comparisons.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons',
    success: 200,
    kind: 'comparisons',
    repeatable: 'always',
  },
  'customer.comparisons.get': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}',
    success: 200,
    kind: 'comparison',
    repeatable: 'always',
  },
  'customer.comparisons.samples.publish': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/samples',
    success: 201,
    kind: 'comparison-sample',
    repeatable: 'never',
  },
  'customer.comparisons.samples.get': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/samples/{ver}',
    success: 200,
    kind: 'comparison-sample',
    repeatable: 'always',
  },
  'customer.comparisons.runs.preflight': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/preflight',
    success: 201,
    kind: 'comparison-run',
    repeatable: 'never',
  },
  'customer.comparisons.runs.start': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs',
    success: 202,
    kind: 'comparison-run',
    repeatable: 'with-key',
  },
  'customer.comparisons.runs.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs',
    success: 200,
    kind: 'comparison-runs',
    repeatable: 'always',
  },
  'customer.comparisons.runs.get': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/{crun}',
    success: 200,
    kind: 'comparison-run',
    repeatable: 'always',
  },
  'customer.comparisons.runs.cancel': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/{crun}/cancel',
    success: 200,
    kind: 'comparison-run',
    repeatable: 'always',
  },
  'customer.comparisons.results.get': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/{crun}/results',
    success: 200,
    kind: 'comparison-results',
    repeatable: 'always',
  },
  'customer.comparisons.verdicts.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/{crun}/verdicts',
    success: 200,
    kind: 'comparison-verdicts',
    repeatable: 'always',
  },
  'customer.comparisons.verdicts.review': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/{crun}/verdicts',
    success: 201,
    kind: 'comparison-verdict',
    repeatable: 'never',
  },
  'customer.comparisons.decisions.create': {
    method: 'POST',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/{crun}/decisions',
    success: 201,
    kind: 'comparison-decision',
    repeatable: 'never',
  },
  'customer.comparisons.decisions.list': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/{crun}/decisions',
    success: 200,
    kind: 'comparison-decisions',
    repeatable: 'always',
  },
  'customer.comparisons.decisions.get': {
    method: 'GET',
    path: '/organizations/{org}/workspaces/{ws}/applications/{app}/gateways/{gw}/environments/{env}/comparisons/{cmp}/runs/{crun}/decisions/{cdec}',
    success: 200,
    kind: 'comparison-decision',
    repeatable: 'always',
  },
} as const satisfies Readonly<Record<string, OperationRow & { readonly kind: string }>>;

export type OperationName = keyof typeof OPERATIONS;

/** The answer of each operation. */
export interface Documents {
  readonly 'customer.me.get': MeV1;
  readonly 'customer.workspaces.list': WorkspaceV1[];
  readonly 'customer.applications.list': ApplicationV1[];
  readonly 'customer.gateways.list': GatewayV1[];
  readonly 'customer.environments.list': EnvironmentV1[];
  readonly 'customer.traffic.send': TrafficReceipt;
  readonly 'customer.insights.query': InsightAnswer;
  readonly 'customer.insights.rows': InsightRows;
  readonly 'customer.insights.catalog': InsightCatalogue;
  readonly 'customer.insights.receipt': InsightReceipt;
  readonly 'customer.saved_views.create': SavedView;
  readonly 'customer.saved_views.get': SavedView;
  readonly 'customer.saved_views.list': SavedView[];
  readonly 'customer.saved_views.open': OpenedSavedView;
  readonly 'customer.saved_views.dependents': ViewDependents;
  readonly 'customer.saved_views.update': EditedSavedView;
  readonly 'customer.saved_views.delete': SavedViewDeletion;
  readonly 'customer.reports.create': ReportCreation;
  readonly 'customer.reports.get': ReportV1;
  readonly 'customer.reports.list': ReportV1[];
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
  readonly 'customer.report_schedules.occurrences.get': ReportOccurrenceV1;
  readonly 'customer.report_schedules.occurrences.rerun': ReportRunV1;
  readonly 'customer.report_inbox.list': ReportInboxItemV1[];
  readonly 'customer.report_inbox.summary': ReportInboxSummaryV1;
  readonly 'customer.report_inbox.open': OpenedInboxItemV1;
  readonly 'customer.routes.list': ServingRouteV1[];
  readonly 'customer.routes.get': ServingRouteV1;
  readonly 'customer.cases.create': CasesCreation;
  readonly 'customer.cases.list': CaseV1[];
  readonly 'customer.cases.get': CaseV1;
  readonly 'customer.cases.versions': CaseV1[];
  readonly 'customer.cases.revise': CaseV1;
  readonly 'customer.comparisons.create': ComparisonV1;
  readonly 'customer.comparisons.list': ComparisonV1[];
  readonly 'customer.comparisons.get': ComparisonV1;
  readonly 'customer.comparisons.samples.publish': ComparisonSampleV1;
  readonly 'customer.comparisons.samples.get': ComparisonSampleV1;
  readonly 'customer.comparisons.runs.preflight': ComparisonRunV1;
  readonly 'customer.comparisons.runs.start': ComparisonRunV1;
  readonly 'customer.comparisons.runs.list': ComparisonRunV1[];
  readonly 'customer.comparisons.runs.get': ComparisonRunV1;
  readonly 'customer.comparisons.runs.cancel': ComparisonRunV1;
  readonly 'customer.comparisons.results.get': ComparisonResultsV1;
  readonly 'customer.comparisons.verdicts.list': ComparisonVerdictV1[];
  readonly 'customer.comparisons.verdicts.review': ComparisonVerdictV1;
  readonly 'customer.comparisons.decisions.create': ComparisonDecisionV1;
  readonly 'customer.comparisons.decisions.list': ComparisonDecisionV1[];
  readonly 'customer.comparisons.decisions.get': ComparisonDecisionV1;
}
