import { makePreviewQuestion, makeQuestion, makeReceiptQuestion, makeView } from '../answers.ts';
import { DAILY_IN_BERLIN } from '../made-schedule.ts';
import { makeTraceListQuery, makeTraceQuery } from '../made-trace.ts';
import { COMPARER_OPERATIONS } from './comparer-operations.ts';
import { IDENTITY_MATRIX } from './identity-matrix.ts';
import type { MatrixOperation } from './matrix-operation.ts';

const edited = { ...makeView(), expected_revision: '1' };
const READ = [200, 200, 200, 200, 404, 404] as const;
const scheduled = { cadence: DAILY_IN_BERLIN, recipient_subject_ids: [] };

/** Every operation of the customer lane, with the status that each member gets. */
export const MATRIX_OPERATIONS: readonly MatrixOperation[] = [
  {
    name: 'customer.workspaces.list',
    send: ({ workspaces }) => workspaces.list().page(),
    // The lists belong to the organization. Its members list only the resources that they may see.
    expected: [200, 200, 200, 200, 200, 404],
  },
  {
    name: 'customer.applications.list',
    send: ({ applications }) => applications.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.gateways.list',
    send: ({ gateways }) => gateways.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.environments.list',
    send: ({ environments }) => environments.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.insights.query',
    send: ({ insights }) => insights.query(makeQuestion()),
    expected: [200, 200, 200, 200, 404, 404],
  },
  { name: 'customer.insights.rows', send: ({ insights }) => insights.rows(makeQuestion()), expected: READ },
  {
    name: 'customer.insights.receipt',
    send: ({ insights }) => insights.receipt(makeReceiptQuestion()),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.insights.catalog',
    send: ({ insights }) => insights.catalog(),
    // The catalogue belongs to the organization and contains no facts of workspaces.
    expected: [200, 200, 200, 200, 200, 404],
  },
  { name: 'customer.traces.read', send: ({ traces }) => traces.read(makeTraceQuery()), expected: READ },
  { name: 'customer.traces.list', send: ({ traces }) => traces.list(makeTraceListQuery()), expected: READ },
  {
    name: 'customer.saved_views.create',
    send: ({ savedViews }) => savedViews.create(makeView()),
    expected: [201, 201, 201, 201, 404, 404],
  },
  { name: 'customer.saved_views.list', send: ({ savedViews }) => savedViews.list().page(), expected: READ },
  { name: 'customer.saved_views.get', send: ({ savedViews }, { view }) => savedViews.get(view), expected: READ },
  { name: 'customer.saved_views.open', send: ({ savedViews }, { view }) => savedViews.open(view), expected: READ },
  {
    name: 'customer.saved_views.dependents',
    send: ({ savedViews }, { view }) => savedViews.dependents(view),
    expected: READ,
  },
  {
    name: 'customer.saved_views.update',
    send: ({ savedViews }, { view }) => savedViews.update(view, edited),
    expected: [200, 403, 403, 403, 404, 404],
  },
  {
    name: 'customer.saved_views.delete',
    send: ({ savedViews }, { view }) => savedViews.delete(view),
    expected: [200, 403, 403, 403, 404, 404],
  },
  {
    name: 'customer.saved_views.get of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.get(personal),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.open of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.open(personal),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.dependents of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.dependents(personal),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.update of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.update(personal, edited),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.saved_views.delete of a personal view',
    send: ({ savedViews }, { personal }) => savedViews.delete(personal),
    expected: [200, 404, 404, 404, 404, 404],
  },
  {
    name: 'customer.reports.create',
    send: ({ reports }, { view }) =>
      reports.create({ name: 'Another', saved_view_id: view, expected_view_revision: '1', recipient_subject_ids: [] }),
    expected: [202, 202, 202, 404, 404, 404],
    // `narrow` may see the view, which exceeds its access; `reports/create.test.ts` checks the reason.
    explainedTo: ['narrow'],
  },
  {
    name: 'customer.reports.list',
    send: ({ reports }) => reports.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.reports.get',
    send: ({ reports }, { report }) => reports.get(report),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.update',
    send: ({ reports }, { report }) =>
      reports.update(report, { expected_revision: '1', name: 'Renamed', recipient_subject_ids: [] }),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.reports.delete',
    send: ({ reports }, { report }) => reports.delete(report),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.create',
    send: ({ reports }, { report }) => reports.runs.create(report),
    expected: [202, 202, 202, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.list',
    send: ({ reports }, { report }) => reports.runs.list(report).page(),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.get',
    send: ({ reports }, { report, run }) => reports.runs.get(report, run),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.export',
    send: ({ reports }, { report, run }) => reports.runs.export(report, run, 'json'),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.export_csv',
    send: ({ reports }, { report, run }) => reports.runs.exportCsv(report, run),
    // The run has not started, so no table exists.
    expected: [409, 409, 409, 404, 404, 404],
  },
  {
    name: 'customer.reports.runs.cancel',
    send: ({ reports }, { report, run }) => reports.runs.cancel(report, run),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.preview',
    send: ({ reportSchedules }) => reportSchedules.preview(makePreviewQuestion()),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.report_schedules.list',
    send: ({ reportSchedules }) => reportSchedules.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.report_schedules.create',
    send: ({ reportSchedules }, { report }) =>
      reportSchedules.create({ ...scheduled, report_id: report, expected_report_revision: '1' }),
    expected: [201, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.get',
    send: ({ reportSchedules }, { schedule }) => reportSchedules.get(schedule),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.update',
    send: ({ reportSchedules }, { schedule }) =>
      reportSchedules.update(schedule, { ...scheduled, expected_revision: '1', paused: true }),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.delete',
    send: ({ reportSchedules }, { schedule }) => reportSchedules.delete(schedule),
    expected: [200, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.occurrences',
    send: ({ reportSchedules }, { schedule }) => reportSchedules.occurrences(schedule).page(),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.occurrences.get',
    send: ({ reportSchedules }, { schedule, occurrence }) => reportSchedules.occurrences.get(schedule, occurrence),
    expected: [200, 200, 200, 404, 404, 404],
  },
  {
    name: 'customer.report_schedules.occurrences.rerun',
    send: ({ reportSchedules }, { schedule, occurrence }) => reportSchedules.occurrences.rerun(schedule, occurrence),
    expected: [202, 403, 403, 404, 404, 404],
  },
  {
    name: 'customer.report_inbox.list',
    send: ({ reportInbox }) => reportInbox.list().page(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.report_inbox.summary',
    send: ({ reportInbox }) => reportInbox.summary(),
    expected: [200, 200, 200, 200, 404, 404],
  },
  {
    name: 'customer.report_inbox.open',
    send: ({ reportInbox }, { delivery }) => reportInbox.open(delivery),
    // An item belongs only to its recipient; other recipients of the schedule have their own items.
    expected: [200, 404, 404, 404, 404, 404],
  },
  ...COMPARER_OPERATIONS,
  ...IDENTITY_MATRIX,
];
