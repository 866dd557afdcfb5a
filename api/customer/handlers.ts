/**
 * The handler of every operation of the customer lane. This file is made from the operations that are declared and the files
 * next to it: run `npm run generate` after a change, and edit nothing here.
 */
import type { CustomerOperationName } from '../../contracts/customer/operations.ts';
import type { CustomerHandler } from './lane/customer-handler-of.ts';
import { answerQuery } from './insights/answer-query.ts';
import { answerRows } from './insights/answer-rows.ts';
import { cancelComparisonRun } from './comparison-runs/cancel-comparison-run.ts';
import { cancelRun } from './runs/cancel-run.ts';
import { createCases } from './cases/create-cases.ts';
import { createComparison } from './comparisons/create-comparison.ts';
import { createComparisonDecision } from './comparison-evidence/create-comparison-decision.ts';
import { createReport } from './reports/create-report.ts';
import { createRun } from './runs/create-run.ts';
import { createSavedView } from './saved-views/create-saved-view.ts';
import { createSchedule } from './report-schedules/create-schedule.ts';
import { deleteReport } from './reports/delete-report.ts';
import { deleteSavedView } from './saved-views/delete-saved-view.ts';
import { deleteSchedule } from './report-schedules/delete-schedule.ts';
import { exportRun } from './runs/export-run.ts';
import { exportRunAsCsv } from './runs/export-run-as-csv.ts';
import { getCase } from './cases/get-case.ts';
import { getComparison } from './comparisons/get-comparison.ts';
import { getComparisonDecision } from './comparison-evidence/get-comparison-decision.ts';
import { getComparisonResults } from './comparison-evidence/get-comparison-results.ts';
import { getComparisonRun } from './comparison-runs/get-comparison-run.ts';
import { getMe } from './tenancy/get-me.ts';
import { getOccurrence } from './report-schedules/get-occurrence.ts';
import { getReport } from './reports/get-report.ts';
import { getRoute } from './routes/get-route.ts';
import { getRun } from './runs/get-run.ts';
import { getSample } from './comparisons/get-sample.ts';
import { getSavedView } from './saved-views/get-saved-view.ts';
import { getSchedule } from './report-schedules/get-schedule.ts';
import { listApplications } from './tenancy/list-applications.ts';
import { listCaseVersions } from './cases/list-case-versions.ts';
import { listCases } from './cases/list-cases.ts';
import { listComparisonDecisions } from './comparison-evidence/list-comparison-decisions.ts';
import { listComparisonRuns } from './comparison-runs/list-comparison-runs.ts';
import { listComparisonVerdicts } from './comparison-evidence/list-comparison-verdicts.ts';
import { listComparisons } from './comparisons/list-comparisons.ts';
import { listEnvironments } from './tenancy/list-environments.ts';
import { listGateways } from './tenancy/list-gateways.ts';
import { listInboxItems } from './report-inbox/list-inbox-items.ts';
import { listOccurrences } from './report-schedules/list-occurrences.ts';
import { listReports } from './reports/list-reports.ts';
import { listRoutes } from './routes/list-routes.ts';
import { listRuns } from './runs/list-runs.ts';
import { listSavedViews } from './saved-views/list-saved-views.ts';
import { listSchedules } from './report-schedules/list-schedules.ts';
import { listViewDependents } from './saved-views/list-view-dependents.ts';
import { listWorkspaces } from './tenancy/list-workspaces.ts';
import { openInboxItem } from './report-inbox/open-inbox-item.ts';
import { openSavedView } from './saved-views/open-saved-view.ts';
import { preflightComparisonRun } from './comparison-runs/preflight-comparison-run.ts';
import { previewSchedule } from './report-schedules/preview-schedule.ts';
import { publishSample } from './comparisons/publish-sample.ts';
import { readCatalogue } from './insights/read-catalogue.ts';
import { readReceipt } from './insights/read-receipt.ts';
import { rerunOccurrence } from './report-schedules/rerun-occurrence.ts';
import { reviewComparisonVerdict } from './comparison-evidence/review-comparison-verdict.ts';
import { reviseCase } from './cases/revise-case.ts';
import { sendLitellmLog } from './traffic/send-litellm-log.ts';
import { sendLogs } from './traffic/send-logs.ts';
import { sendSpans } from './traffic/send-spans.ts';
import { sendTraffic } from './traffic/send-traffic.ts';
import { startComparisonRun } from './comparison-runs/start-comparison-run.ts';
import { summarizeInbox } from './report-inbox/summarize-inbox.ts';
import { updateReport } from './reports/update-report.ts';
import { updateSavedView } from './saved-views/update-saved-view.ts';
import { updateSchedule } from './report-schedules/update-schedule.ts';

export const CUSTOMER_HANDLERS: Readonly<Record<CustomerOperationName, CustomerHandler>> = {
  'customer.me.get': getMe,
  'customer.workspaces.list': listWorkspaces,
  'customer.applications.list': listApplications,
  'customer.gateways.list': listGateways,
  'customer.environments.list': listEnvironments,
  'customer.traffic.send': sendTraffic,
  'customer.traffic.send_spans': sendSpans,
  'customer.traffic.send_logs': sendLogs,
  'customer.traffic.send_litellm_log': sendLitellmLog,
  'customer.insights.query': answerQuery,
  'customer.insights.rows': answerRows,
  'customer.insights.catalog': readCatalogue,
  'customer.insights.receipt': readReceipt,
  'customer.saved_views.create': createSavedView,
  'customer.saved_views.get': getSavedView,
  'customer.saved_views.list': listSavedViews,
  'customer.saved_views.open': openSavedView,
  'customer.saved_views.dependents': listViewDependents,
  'customer.saved_views.update': updateSavedView,
  'customer.saved_views.delete': deleteSavedView,
  'customer.reports.create': createReport,
  'customer.reports.get': getReport,
  'customer.reports.list': listReports,
  'customer.reports.update': updateReport,
  'customer.reports.delete': deleteReport,
  'customer.reports.runs.create': createRun,
  'customer.reports.runs.list': listRuns,
  'customer.reports.runs.get': getRun,
  'customer.reports.runs.export': exportRun,
  'customer.reports.runs.export_csv': exportRunAsCsv,
  'customer.reports.runs.cancel': cancelRun,
  'customer.report_schedules.preview': previewSchedule,
  'customer.report_schedules.list': listSchedules,
  'customer.report_schedules.create': createSchedule,
  'customer.report_schedules.get': getSchedule,
  'customer.report_schedules.update': updateSchedule,
  'customer.report_schedules.delete': deleteSchedule,
  'customer.report_schedules.occurrences': listOccurrences,
  'customer.report_schedules.occurrences.get': getOccurrence,
  'customer.report_schedules.occurrences.rerun': rerunOccurrence,
  'customer.report_inbox.list': listInboxItems,
  'customer.report_inbox.summary': summarizeInbox,
  'customer.report_inbox.open': openInboxItem,
  'customer.routes.list': listRoutes,
  'customer.routes.get': getRoute,
  'customer.cases.create': createCases,
  'customer.cases.list': listCases,
  'customer.cases.get': getCase,
  'customer.cases.versions': listCaseVersions,
  'customer.cases.revise': reviseCase,
  'customer.comparisons.create': createComparison,
  'customer.comparisons.list': listComparisons,
  'customer.comparisons.get': getComparison,
  'customer.comparisons.samples.publish': publishSample,
  'customer.comparisons.samples.get': getSample,
  'customer.comparisons.runs.preflight': preflightComparisonRun,
  'customer.comparisons.runs.start': startComparisonRun,
  'customer.comparisons.runs.list': listComparisonRuns,
  'customer.comparisons.runs.get': getComparisonRun,
  'customer.comparisons.runs.cancel': cancelComparisonRun,
  'customer.comparisons.results.get': getComparisonResults,
  'customer.comparisons.verdicts.list': listComparisonVerdicts,
  'customer.comparisons.verdicts.review': reviewComparisonVerdict,
  'customer.comparisons.decisions.create': createComparisonDecision,
  'customer.comparisons.decisions.list': listComparisonDecisions,
  'customer.comparisons.decisions.get': getComparisonDecision,
};
