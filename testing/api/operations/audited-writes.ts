import { makeView } from '../answers.ts';
import { FIRST_APPLICATION_ID, demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../demo-ids.ts';
import { makeCaseContent } from '../made-case.ts';
import { makeReportBody, REPORTS_PATH } from '../made-report.ts';
import { makeScheduleUpdate, type MadeSchedule, makeScheduleBody, SCHEDULES_PATH } from '../made-schedule.ts';
import { MODEL_TARGET } from '../made-route.ts';
import { makeCredentialBody } from '../../identities/made-service.ts';

const VIEWS = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`;
const CASES = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${FIRST_APPLICATION_ID}/gateways/${demoId('gateway', 1)}/cases`;
const COMPARISONS = CASES.replace('/cases', `/environments/${demoId('environment', 1)}/comparisons`);

interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: (made: MadeSchedule) => string;
  readonly body?: (made: MadeSchedule) => unknown;
  /** The targets of a successful write: ids of the path, followed by ids of the answer. */
  readonly targets: (made: MadeSchedule) => readonly string[];
}

/** A well-formed request of every operation that writes. */
export const AUDITED_WRITES: Readonly<Record<string, Write>> = {
  'customer.service_identities.create': {
    method: 'POST',
    path: () => `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/service-identities`,
    body: () => ({ name: 'Checkout' }),
    targets: () => [],
  },
  'customer.service_credentials.create': {
    method: 'POST',
    path: () => `/organizations/${ORGANIZATION_ID}/service-identities/${demoId('serviceIdentity', 1)}/credentials`,
    body: () => makeCredentialBody(),
    targets: () => [demoId('serviceIdentity', 1)],
  },
  'customer.service_credentials.rotate': {
    method: 'POST',
    path: () => `/organizations/${ORGANIZATION_ID}/service-credentials/${demoId('serviceCredential', 1)}/rotate`,
    targets: () => [demoId('serviceCredential', 1)],
  },
  'customer.service_credentials.revoke': {
    method: 'POST',
    path: () => `/organizations/${ORGANIZATION_ID}/service-credentials/${demoId('serviceCredential', 1)}/revoke`,
    targets: () => [demoId('serviceCredential', 1)],
  },
  'customer.teams.create': {
    method: 'POST',
    path: () => `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/teams`,
    body: () => ({ name: 'Search' }),
    targets: () => [],
  },
  'customer.saved_views.create': {
    method: 'POST',
    path: () => VIEWS,
    body: () => makeView({ name: 'Another' }),
    targets: () => [],
  },
  'customer.saved_views.update': {
    method: 'PUT',
    path: ({ view }) => `/organizations/${ORGANIZATION_ID}/saved-views/${view.id}`,
    body: () => ({ ...makeView(), expected_revision: '1' }),
    targets: ({ view }) => [view.id],
  },
  'customer.saved_views.delete': {
    method: 'DELETE',
    path: ({ view }) => `/organizations/${ORGANIZATION_ID}/saved-views/${view.id}`,
    targets: ({ view }) => [view.id],
  },
  'customer.reports.create': {
    method: 'POST',
    path: () => REPORTS_PATH,
    body: ({ view }) => makeReportBody(view, { name: 'Another' }),
    targets: ({ view }) => [view.id],
  },
  'customer.reports.update': {
    method: 'PUT',
    path: ({ reportPath }) => reportPath,
    body: () => ({ expected_revision: '1', name: 'Another', recipient_subject_ids: [] }),
    targets: ({ report }) => [report.report_id],
  },
  'customer.reports.delete': {
    method: 'DELETE',
    path: ({ reportPath }) => reportPath,
    targets: ({ report }) => [report.report_id],
  },
  'customer.reports.runs.create': {
    method: 'POST',
    path: ({ runsPath }) => runsPath,
    targets: ({ report }) => [report.report_id],
  },
  'customer.reports.runs.cancel': {
    method: 'POST',
    path: ({ runPath }) => `${runPath}/cancel`,
    targets: ({ report, run }) => [report.report_id, run.run_id],
  },
  'customer.report_schedules.create': {
    method: 'POST',
    path: () => SCHEDULES_PATH,
    body: ({ report }) => makeScheduleBody(report),
    targets: ({ report }) => [report.report_id],
  },
  'customer.report_schedules.update': {
    method: 'PUT',
    path: ({ schedulePath }) => schedulePath,
    body: ({ schedule }) => makeScheduleUpdate(schedule),
    targets: ({ schedule }) => [schedule.schedule_id],
  },
  'customer.report_schedules.delete': {
    method: 'DELETE',
    path: ({ schedulePath }) => schedulePath,
    targets: ({ schedule }) => [schedule.schedule_id],
  },
  'customer.report_schedules.occurrences.rerun': {
    method: 'POST',
    path: ({ schedulePath }) => `${schedulePath}/occurrences/${demoId('reportOccurrence', 1)}/rerun`,
    targets: ({ schedule }) => [schedule.schedule_id, demoId('reportOccurrence', 1)],
  },
  'customer.report_inbox.open': {
    method: 'POST',
    path: () => `/organizations/${ORGANIZATION_ID}/report-inbox/${demoId('delivery', 1)}/open`,
    targets: () => [demoId('delivery', 1)],
  },
  'customer.cases.create': {
    method: 'POST',
    path: () => CASES,
    body: () => ({ cases: [makeCaseContent()] }),
    targets: () => [FIRST_APPLICATION_ID, demoId('gateway', 1)],
  },
  'customer.comparisons.create': {
    method: 'POST',
    path: () => COMPARISONS,
    body: () => ({ name: 'Cheaper?', kind: 'labeled', route_id: demoId('route', 1) }),
    targets: () => [FIRST_APPLICATION_ID, demoId('gateway', 1), demoId('environment', 1), demoId('route', 1)],
  },
  'customer.comparisons.samples.publish': {
    method: 'POST',
    path: () => `${COMPARISONS}/${demoId('comparison', 1)}/samples`,
    body: () => ({ cases: [1, 2].map((number) => ({ case_id: demoId('case', number), version: '1' })) }),
    targets: () => [FIRST_APPLICATION_ID, demoId('gateway', 1), demoId('environment', 1), demoId('comparison', 1)],
  },
  'customer.comparisons.runs.preflight': {
    method: 'POST',
    path: () => `${COMPARISONS}/${demoId('comparison', 1)}/runs/preflight`,
    body: () => ({ sample_id: demoId('comparisonSample', 1), candidate: { ...MODEL_TARGET, model: 'haiku' } }),
    targets: () => [demoId('comparison', 1), demoId('comparisonSample', 1)],
  },
  'customer.comparisons.runs.start': {
    method: 'POST',
    path: () => `${COMPARISONS}/${demoId('comparison', 1)}/runs`,
    body: () => ({ run_id: demoId('comparisonRun', 1), spend_ceiling_nano_usd: '1000' }),
    targets: () => [demoId('comparison', 1), demoId('comparisonRun', 1)],
  },
  'customer.comparisons.runs.cancel': {
    method: 'POST',
    path: () => `${COMPARISONS}/${demoId('comparison', 1)}/runs/${demoId('comparisonRun', 1)}/cancel`,
    targets: () => [demoId('comparison', 1), demoId('comparisonRun', 1)],
  },
  'customer.comparisons.verdicts.review': {
    method: 'POST',
    path: () => `${COMPARISONS}/${demoId('comparison', 1)}/runs/${demoId('comparisonRun', 2)}/verdicts`,
    body: () => ({ case_id: demoId('case', 1), arm: 'baseline', outcome: 'pass', note: '' }),
    targets: () => [demoId('comparison', 1), demoId('comparisonRun', 2)],
  },
  'customer.comparisons.decisions.create': {
    method: 'POST',
    path: () => `${COMPARISONS}/${demoId('comparison', 1)}/runs/${demoId('comparisonRun', 2)}/decisions`,
    body: () => ({ action: 'keep_route', outcome: 'not_enough_evidence', expected_decision_id: null, note: '' }),
    targets: () => [demoId('comparison', 1), demoId('comparisonRun', 2)],
  },
  'customer.cases.revise': {
    method: 'POST',
    path: () => `${CASES}/${demoId('case', 1)}/versions`,
    body: () => ({ expected_version: '1', ...makeCaseContent() }),
    targets: () => [FIRST_APPLICATION_ID, demoId('gateway', 1), demoId('case', 1)],
  },
};
