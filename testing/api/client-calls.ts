import type { OperationName } from '../../clients/typescript/operations.ts';
import type { TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { makeCredentialBody } from '../identities/made-service.ts';
import { MODEL_TARGET } from './made-route.ts';
import { makeAdmission } from './made-traffic.ts';
import { makeTraceListQuery, makeTraceQuery } from './made-trace.ts';
import { makePreviewQuestion, makeQuestion, makeReceiptQuestion, makeView, MISSING_IDS } from './answers.ts';

const { view, report, run, schedule, occurrence, delivery, route } = MISSING_IDS;
const aCase = {
  messages: [{ role: 'user' as const, content: '1 + 1?' }],
  label: null,
  reference_notes: '',
  critical: false,
};
const edited = { ...makeView(), expected_revision: '1' };
const creation = { name: 'Weekly', saved_view_id: view, expected_view_revision: '1', recipient_subject_ids: [] };
const { cadence } = makePreviewQuestion();
const scheduled = { cadence, recipient_subject_ids: [] };

interface Call {
  /** The client's name of the operation. */
  readonly method: string;
  readonly send: (client: TruetallyClient, idempotencyKey?: string) => Promise<unknown>;
}

/** A well-formed call of every operation. */
export const CLIENT_CALLS: Readonly<Record<OperationName, Call>> = {
  'customer.me.get': { method: 'me.get', send: (client) => client.me.get() },
  'customer.workspaces.list': {
    method: 'workspaces.list',
    send: (client) => client.workspaces.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.applications.list': {
    method: 'applications.list',
    send: (client) => client.applications.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.gateways.list': {
    method: 'gateways.list',
    send: (client) => client.gateways.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.environments.list': {
    method: 'environments.list',
    send: (client) => client.environments.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.service_identities.create': {
    method: 'serviceIdentities.create',
    send: (client) => client.serviceIdentities.create({ name: 'Checkout' }),
  },
  'customer.service_identities.list': {
    method: 'serviceIdentities.list',
    send: (client) => client.serviceIdentities.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.service_identities.get': {
    method: 'serviceIdentities.get',
    send: (client) => client.serviceIdentities.get(MISSING_IDS.service),
  },
  'customer.service_credentials.create': {
    method: 'serviceCredentials.create',
    send: (client) => client.serviceCredentials.create(MISSING_IDS.service, makeCredentialBody()),
  },
  'customer.service_credentials.list': {
    method: 'serviceCredentials.list',
    send: (client) => client.serviceCredentials.list(MISSING_IDS.service, { limit: 2, cursor: 'c' }).page(),
  },
  'customer.service_credentials.get': {
    method: 'serviceCredentials.get',
    send: (client) => client.serviceCredentials.get(MISSING_IDS.serviceCredential),
  },
  'customer.service_credentials.rotate': {
    method: 'serviceCredentials.rotate',
    send: (client) => client.serviceCredentials.rotate(MISSING_IDS.serviceCredential, { overlap_minutes: 30 }),
  },
  'customer.service_credentials.revoke': {
    method: 'serviceCredentials.revoke',
    send: (client) => client.serviceCredentials.revoke(MISSING_IDS.serviceCredential),
  },
  'customer.service_credentials.status': {
    method: 'serviceCredentials.status',
    send: (client) => client.serviceCredentials.status(MISSING_IDS.credentialOperation),
  },
  'customer.teams.create': { method: 'teams.create', send: (client) => client.teams.create({ name: 'Search' }) },
  'customer.teams.list': {
    method: 'teams.list',
    send: (client) => client.teams.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.traffic.send': {
    method: 'traffic.send',
    send: (client) => client.traffic.send([makeAdmission()]),
  },
  'customer.insights.query': { method: 'insights.query', send: (client) => client.insights.query(makeQuestion()) },
  'customer.insights.rows': { method: 'insights.rows', send: (client) => client.insights.rows(makeQuestion()) },
  'customer.insights.catalog': { method: 'insights.catalog', send: (client) => client.insights.catalog() },
  'customer.insights.receipt': {
    method: 'insights.receipt',
    send: (client) => client.insights.receipt(makeReceiptQuestion()),
  },
  'customer.traces.read': { method: 'traces.read', send: (client) => client.traces.read(makeTraceQuery()) },
  'customer.traces.list': { method: 'traces.list', send: (client) => client.traces.list(makeTraceListQuery()) },
  'customer.saved_views.list': {
    method: 'savedViews.list',
    send: (client) => client.savedViews.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.saved_views.create': {
    method: 'savedViews.create',
    send: (client) => client.savedViews.create(makeView()),
  },
  'customer.saved_views.get': { method: 'savedViews.get', send: (client) => client.savedViews.get(view) },
  'customer.saved_views.open': { method: 'savedViews.open', send: (client) => client.savedViews.open(view) },
  'customer.saved_views.dependents': {
    method: 'savedViews.dependents',
    send: (client) => client.savedViews.dependents(view),
  },
  'customer.saved_views.update': {
    method: 'savedViews.update',
    send: (client) => client.savedViews.update(view, edited),
  },
  'customer.saved_views.delete': { method: 'savedViews.delete', send: (client) => client.savedViews.delete(view) },
  'customer.reports.list': {
    method: 'reports.list',
    send: (client) => client.reports.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.reports.create': {
    method: 'reports.create',
    send: (client, idempotencyKey) => client.reports.create(creation, { idempotencyKey }),
  },
  'customer.reports.get': { method: 'reports.get', send: (client) => client.reports.get(report) },
  'customer.reports.update': {
    method: 'reports.update',
    send: (client) =>
      client.reports.update(report, { expected_revision: '1', name: 'Weekly', recipient_subject_ids: [] }),
  },
  'customer.reports.delete': { method: 'reports.delete', send: (client) => client.reports.delete(report) },
  'customer.reports.runs.create': {
    method: 'reports.runs.create',
    send: (client, idempotencyKey) => client.reports.runs.create(report, { idempotencyKey }),
  },
  'customer.reports.runs.list': {
    method: 'reports.runs.list',
    send: (client) => client.reports.runs.list(report, { limit: 2, cursor: 'c' }).page(),
  },
  'customer.reports.runs.get': {
    method: 'reports.runs.get',
    send: (client) => client.reports.runs.get(report, run),
  },
  'customer.reports.runs.cancel': {
    method: 'reports.runs.cancel',
    send: (client) => client.reports.runs.cancel(report, run),
  },
  'customer.reports.runs.export': {
    method: 'reports.runs.export',
    send: (client) => client.reports.runs.export(report, run, 'json'),
  },
  'customer.reports.runs.export_csv': {
    method: 'reports.runs.exportCsv',
    send: (client) => client.reports.runs.exportCsv(report, run),
  },
  'customer.report_schedules.preview': {
    method: 'reportSchedules.preview',
    send: (client) => client.reportSchedules.preview(makePreviewQuestion()),
  },
  'customer.report_schedules.list': {
    method: 'reportSchedules.list',
    send: (client) => client.reportSchedules.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.report_schedules.create': {
    method: 'reportSchedules.create',
    send: (client, idempotencyKey) =>
      client.reportSchedules.create(
        { ...scheduled, report_id: report, expected_report_revision: '1' },
        { idempotencyKey },
      ),
  },
  'customer.report_schedules.get': {
    method: 'reportSchedules.get',
    send: (client) => client.reportSchedules.get(schedule),
  },
  'customer.report_schedules.update': {
    method: 'reportSchedules.update',
    send: (client) => client.reportSchedules.update(schedule, { ...scheduled, expected_revision: '1', paused: false }),
  },
  'customer.report_schedules.delete': {
    method: 'reportSchedules.delete',
    send: (client) => client.reportSchedules.delete(schedule),
  },
  'customer.report_schedules.occurrences': {
    method: 'reportSchedules.occurrences',
    send: (client) => client.reportSchedules.occurrences(schedule, { limit: 2, cursor: 'c' }).page(),
  },
  'customer.report_schedules.occurrences.get': {
    method: 'reportSchedules.occurrences.get',
    send: (client) => client.reportSchedules.occurrences.get(schedule, occurrence),
  },
  'customer.report_schedules.occurrences.rerun': {
    method: 'reportSchedules.occurrences.rerun',
    send: (client, idempotencyKey) =>
      client.reportSchedules.occurrences.rerun(schedule, occurrence, { idempotencyKey }),
  },
  'customer.report_inbox.list': {
    method: 'reportInbox.list',
    send: (client) => client.reportInbox.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.report_inbox.summary': {
    method: 'reportInbox.summary',
    send: (client) => client.reportInbox.summary(),
  },
  'customer.report_inbox.open': {
    method: 'reportInbox.open',
    send: (client) => client.reportInbox.open(delivery),
  },
  'customer.routes.list': {
    method: 'routes.list',
    send: (client) => client.routes.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.cases.create': {
    method: 'cases.create',
    send: (client, idempotencyKey) => client.cases.create({ cases: [aCase] }, { idempotencyKey }),
  },
  'customer.cases.list': {
    method: 'cases.list',
    send: (client) => client.cases.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.cases.get': { method: 'cases.get', send: (client) => client.cases.get(MISSING_IDS.case) },
  'customer.cases.versions': {
    method: 'cases.versions',
    send: (client) => client.cases.versions(MISSING_IDS.case, { limit: 2, cursor: 'c' }).page(),
  },
  'customer.cases.revise': {
    method: 'cases.revise',
    send: (client) => client.cases.revise(MISSING_IDS.case, { expected_version: '1', ...aCase }),
  },
  'customer.comparisons.create': {
    method: 'comparisons.create',
    send: (client) => client.comparisons.create({ name: 'Cheaper?', kind: 'labeled', route_id: MISSING_IDS.route }),
  },
  'customer.comparisons.list': {
    method: 'comparisons.list',
    send: (client) => client.comparisons.list({ limit: 2, cursor: 'c' }).page(),
  },
  'customer.comparisons.get': {
    method: 'comparisons.get',
    send: (client) => client.comparisons.get(MISSING_IDS.comparison),
  },
  'customer.comparisons.samples.publish': {
    method: 'comparisons.samples.publish',
    send: (client) =>
      client.comparisons.samples.publish(MISSING_IDS.comparison, {
        cases: [{ case_id: MISSING_IDS.case, version: '1' }],
      }),
  },
  'customer.comparisons.samples.get': {
    method: 'comparisons.samples.get',
    send: (client) => client.comparisons.samples.get(MISSING_IDS.comparison, MISSING_IDS.sample),
  },
  'customer.comparisons.runs.preflight': {
    method: 'comparisons.runs.preflight',
    send: (client) =>
      client.comparisons.runs.preflight(MISSING_IDS.comparison, {
        sample_id: MISSING_IDS.sample,
        candidate: MODEL_TARGET,
      }),
  },
  'customer.comparisons.runs.start': {
    method: 'comparisons.runs.start',
    send: (client, idempotencyKey) =>
      client.comparisons.runs.start(
        MISSING_IDS.comparison,
        { run_id: MISSING_IDS.comparisonRun, spend_ceiling_nano_usd: '1' },
        { idempotencyKey },
      ),
  },
  'customer.comparisons.runs.list': {
    method: 'comparisons.runs.list',
    send: (client) => client.comparisons.runs.list(MISSING_IDS.comparison, { limit: 2, cursor: 'c' }).page(),
  },
  'customer.comparisons.runs.get': {
    method: 'comparisons.runs.get',
    send: (client) => client.comparisons.runs.get(MISSING_IDS.comparison, MISSING_IDS.comparisonRun),
  },
  'customer.comparisons.runs.cancel': {
    method: 'comparisons.runs.cancel',
    send: (client) => client.comparisons.runs.cancel(MISSING_IDS.comparison, MISSING_IDS.comparisonRun),
  },
  'customer.comparisons.results.get': {
    method: 'comparisons.results.get',
    send: (client) => client.comparisons.results.get(MISSING_IDS.comparison, MISSING_IDS.comparisonRun),
  },
  'customer.comparisons.verdicts.list': {
    method: 'comparisons.verdicts.list',
    send: (client) =>
      client.comparisons.verdicts
        .list(MISSING_IDS.comparison, MISSING_IDS.comparisonRun, { limit: 2, cursor: 'c' })
        .page(),
  },
  'customer.comparisons.verdicts.review': {
    method: 'comparisons.verdicts.review',
    send: (client) =>
      client.comparisons.verdicts.review(MISSING_IDS.comparison, MISSING_IDS.comparisonRun, {
        ...{ case_id: MISSING_IDS.case, arm: 'baseline', outcome: 'pass', note: '' },
      }),
  },
  'customer.comparisons.decisions.create': {
    method: 'comparisons.decisions.create',
    send: (client) =>
      client.comparisons.decisions.create(MISSING_IDS.comparison, MISSING_IDS.comparisonRun, {
        ...{ action: 'keep_route', outcome: 'not_enough_evidence', expected_decision_id: null, note: '' },
      }),
  },
  'customer.comparisons.decisions.list': {
    method: 'comparisons.decisions.list',
    send: (client) =>
      client.comparisons.decisions
        .list(MISSING_IDS.comparison, MISSING_IDS.comparisonRun, { limit: 2, cursor: 'c' })
        .page(),
  },
  'customer.comparisons.decisions.get': {
    method: 'comparisons.decisions.get',
    send: (client) =>
      client.comparisons.decisions.get(
        MISSING_IDS.comparison,
        MISSING_IDS.comparisonRun,
        MISSING_IDS.comparisonDecision,
      ),
  },
  'customer.routes.get': { method: 'routes.get', send: (client) => client.routes.get(route) },
};
