/** Where the customer lane lives below the service's root. */
export const LANE_PATH = '/portal/api/v1/customer/v1';

interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the lane's root, with the ids that it names in braces. */
  readonly path: string;
  readonly success: 200 | 201 | 202;
  /** What the envelope of its answer holds; `bytes` where the answer has no envelope. */
  readonly kind: string;
  /**
   * Whether the same request may be sent again when nobody knows what became of it: reads always (they write nothing, but
   * for the first opening of an inbox item), creations under an idempotency key, everything else never.
   */
  readonly repeatable: 'always' | 'with-key' | 'never';
}

const ORGANIZATION = '/organizations/{org}';
const WORKSPACE = `${ORGANIZATION}/workspaces/{ws}`;
const SAVED_VIEW = `${ORGANIZATION}/saved-views/{sv}`;
const REPORT = `${ORGANIZATION}/reports/{rp}`;
const RUN = `${REPORT}/runs/{run}`;
const SCHEDULES = `${WORKSPACE}/report-schedules`;
const SCHEDULE = `${ORGANIZATION}/report-schedules/{sch}`;

/** The operations of the customer lane, as `api/openapi.json` describes them; a test holds the two against each other. */
export const OPERATIONS = {
  'customer.me.get': { method: 'GET', path: '/me', success: 200, kind: 'me', repeatable: 'always' },
  'customer.workspaces.list': {
    method: 'GET',
    path: `${ORGANIZATION}/workspaces`,
    success: 200,
    kind: 'workspaces',
    repeatable: 'always',
  },
  'customer.applications.list': {
    method: 'GET',
    path: `${WORKSPACE}/applications`,
    success: 200,
    kind: 'applications',
    repeatable: 'always',
  },
  'customer.gateways.list': {
    method: 'GET',
    path: `${WORKSPACE}/gateways`,
    success: 200,
    kind: 'gateways',
    repeatable: 'always',
  },
  'customer.environments.list': {
    method: 'GET',
    path: `${WORKSPACE}/environments`,
    success: 200,
    kind: 'environments',
    repeatable: 'always',
  },
  'customer.insights.query': {
    method: 'POST',
    path: `${WORKSPACE}/insights/query`,
    success: 200,
    kind: 'insight-answer',
    repeatable: 'always',
  },
  'customer.insights.catalog': {
    method: 'GET',
    path: `${ORGANIZATION}/insights/catalog`,
    success: 200,
    kind: 'insight-catalog',
    repeatable: 'always',
  },
  'customer.insights.receipt': {
    method: 'POST',
    path: `${WORKSPACE}/insights/receipt`,
    success: 200,
    kind: 'insight-receipt',
    repeatable: 'always',
  },
  'customer.saved_views.list': {
    method: 'GET',
    path: `${WORKSPACE}/saved-views`,
    success: 200,
    kind: 'saved-views',
    repeatable: 'always',
  },
  'customer.saved_views.create': {
    method: 'POST',
    path: `${WORKSPACE}/saved-views`,
    success: 201,
    kind: 'saved-view',
    repeatable: 'never',
  },
  'customer.saved_views.get': {
    method: 'GET',
    path: SAVED_VIEW,
    success: 200,
    kind: 'saved-view',
    repeatable: 'always',
  },
  'customer.saved_views.open': {
    method: 'POST',
    path: `${SAVED_VIEW}/open`,
    success: 200,
    kind: 'opened-saved-view',
    repeatable: 'always',
  },
  'customer.saved_views.update': {
    method: 'PUT',
    path: SAVED_VIEW,
    success: 200,
    kind: 'saved-view',
    repeatable: 'never',
  },
  'customer.saved_views.delete': {
    method: 'DELETE',
    path: SAVED_VIEW,
    success: 200,
    kind: 'saved-view-deletion',
    repeatable: 'never',
  },
  'customer.reports.list': {
    method: 'GET',
    path: `${WORKSPACE}/reports`,
    success: 200,
    kind: 'reports',
    repeatable: 'always',
  },
  'customer.reports.create': {
    method: 'POST',
    path: `${WORKSPACE}/reports`,
    success: 202,
    kind: 'report-creation',
    repeatable: 'with-key',
  },
  'customer.reports.get': { method: 'GET', path: REPORT, success: 200, kind: 'report', repeatable: 'always' },
  'customer.reports.update': { method: 'PUT', path: REPORT, success: 200, kind: 'report', repeatable: 'never' },
  'customer.reports.delete': { method: 'DELETE', path: REPORT, success: 200, kind: 'report', repeatable: 'never' },
  'customer.reports.runs.create': {
    method: 'POST',
    path: `${REPORT}/runs`,
    success: 202,
    kind: 'report-run',
    repeatable: 'with-key',
  },
  'customer.reports.runs.list': {
    method: 'GET',
    path: `${REPORT}/runs`,
    success: 200,
    kind: 'report-runs',
    repeatable: 'always',
  },
  'customer.reports.runs.get': {
    method: 'GET',
    path: RUN,
    success: 200,
    kind: 'opened-report-run',
    repeatable: 'always',
  },
  'customer.reports.runs.cancel': {
    method: 'POST',
    path: `${RUN}/cancel`,
    success: 200,
    kind: 'report-run',
    repeatable: 'never',
  },
  'customer.reports.runs.export': {
    method: 'GET',
    path: `${RUN}/export`,
    success: 200,
    kind: 'bytes',
    repeatable: 'always',
  },
  'customer.reports.runs.export_csv': {
    method: 'GET',
    path: `${RUN}/export.csv`,
    success: 200,
    kind: 'bytes',
    repeatable: 'always',
  },
  'customer.report_schedules.preview': {
    method: 'POST',
    path: `${SCHEDULES}/preview`,
    success: 200,
    kind: 'report-schedule-preview',
    repeatable: 'always',
  },
  'customer.report_schedules.list': {
    method: 'GET',
    path: SCHEDULES,
    success: 200,
    kind: 'report-schedules',
    repeatable: 'always',
  },
  'customer.report_schedules.create': {
    method: 'POST',
    path: SCHEDULES,
    success: 201,
    kind: 'report-schedule',
    repeatable: 'with-key',
  },
  'customer.report_schedules.get': {
    method: 'GET',
    path: SCHEDULE,
    success: 200,
    kind: 'report-schedule',
    repeatable: 'always',
  },
  'customer.report_schedules.update': {
    method: 'PUT',
    path: SCHEDULE,
    success: 200,
    kind: 'report-schedule',
    repeatable: 'never',
  },
  'customer.report_schedules.delete': {
    method: 'DELETE',
    path: SCHEDULE,
    success: 200,
    kind: 'report-schedule',
    repeatable: 'never',
  },
  'customer.report_schedules.occurrences': {
    method: 'GET',
    path: `${SCHEDULE}/occurrences`,
    success: 200,
    kind: 'report-schedule-occurrences',
    repeatable: 'always',
  },
  'customer.report_schedules.occurrences.rerun': {
    method: 'POST',
    path: `${SCHEDULE}/occurrences/{occ}/rerun`,
    success: 202,
    kind: 'report-run',
    repeatable: 'with-key',
  },
  'customer.report_inbox.list': {
    method: 'GET',
    path: `${WORKSPACE}/report-inbox`,
    success: 200,
    kind: 'report-inbox',
    repeatable: 'always',
  },
  'customer.report_inbox.open': {
    method: 'POST',
    path: `${ORGANIZATION}/report-inbox/{delivery}/open`,
    success: 200,
    kind: 'opened-report-inbox-item',
    repeatable: 'always',
  },
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof OPERATIONS;

type IdsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & IdsIn<Rest>
  : unknown;

/** The ids that the path of an operation names. */
export type PathIds<Name extends OperationName> = object & IdsIn<(typeof OPERATIONS)[Name]['path']>;
