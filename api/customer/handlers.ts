/**
 * The handler of every operation of the customer lane. This file is made from the operations that are declared and the files
 * beside it: run `npm run generate` after a change, and edit nothing here.
 */
import type { CustomerOperationName } from '../../contracts/customer/operations.ts';
import type { OperationHandler } from '../frame/operations/operation-handler.ts';
import { answerQuery } from './insights/query.ts';
import { cancelRun } from './runs/cancel.ts';
import { createReport } from './reports/create.ts';
import { createRun } from './runs/create.ts';
import { createSavedView } from './saved-views/create.ts';
import { createSchedule } from './report-schedules/create.ts';
import { deleteReport } from './reports/delete.ts';
import { deleteSavedView } from './saved-views/delete.ts';
import { deleteSchedule } from './report-schedules/delete.ts';
import { exportRun } from './runs/export.ts';
import { exportRunAsCsv } from './runs/export-csv.ts';
import { getMe } from './tenancy/me.ts';
import { getOccurrence } from './report-schedules/get-occurrence.ts';
import { getReport } from './reports/get.ts';
import { getRun } from './runs/get.ts';
import { getSavedView } from './saved-views/get.ts';
import { getSchedule } from './report-schedules/get.ts';
import { listApplications } from './tenancy/applications.ts';
import { listEnvironments } from './tenancy/environments.ts';
import { listGateways } from './tenancy/gateways.ts';
import { listInboxItems } from './report-inbox/list.ts';
import { listOccurrences } from './report-schedules/occurrences.ts';
import { listReports } from './reports/list.ts';
import { listRuns } from './runs/list.ts';
import { listSavedViews } from './saved-views/list.ts';
import { listSchedules } from './report-schedules/list.ts';
import { listWorkspaces } from './tenancy/workspaces.ts';
import { openInboxItem } from './report-inbox/open.ts';
import { openSavedView } from './saved-views/open.ts';
import { previewSchedule } from './report-schedules/preview.ts';
import { readCatalogue } from './insights/catalog.ts';
import { readReceipt } from './insights/receipt.ts';
import { rerunOccurrence } from './report-schedules/rerun.ts';
import { updateReport } from './reports/update.ts';
import { updateSavedView } from './saved-views/update.ts';
import { updateSchedule } from './report-schedules/update.ts';

export const CUSTOMER_HANDLERS: Readonly<Record<CustomerOperationName, OperationHandler>> = {
  'customer.me.get': getMe,
  'customer.workspaces.list': listWorkspaces,
  'customer.applications.list': listApplications,
  'customer.gateways.list': listGateways,
  'customer.environments.list': listEnvironments,
  'customer.insights.query': answerQuery,
  'customer.insights.catalog': readCatalogue,
  'customer.insights.receipt': readReceipt,
  'customer.saved_views.create': createSavedView,
  'customer.saved_views.get': getSavedView,
  'customer.saved_views.list': listSavedViews,
  'customer.saved_views.open': openSavedView,
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
  'customer.report_inbox.open': openInboxItem,
};
