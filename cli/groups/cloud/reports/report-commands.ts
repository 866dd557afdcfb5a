import { defineCommand } from '../../../tree/command.ts';
import { defaultedFlag, listFlag, optionalFlag, requiredFlag } from '../../../tree/flag.ts';
import { anyText, idOf, oneOf } from '../../../tree/forms.ts';
import { BODY_FLAG, FILE_FLAG, IDEMPOTENCY_FLAG, NOT_WITH_BODY, NOT_WITH_FILE, revision } from '../lane/body-flags.ts';
import { idArgument } from '../lane/id-argument.ts';
import { LANE_FLAGS, WORKSPACE_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';
import { waitFlags } from '../lane/wait-flags.ts';
import { MEDIA_TYPES, type ExportFormat } from './media-types.ts';

const REPORT = idArgument('report', 'a report');
const RUN = idArgument('reportRun', 'a run of the report');

/** The maximum number of subjects that receive a report. */
const MAX_RECIPIENTS = 20;

/** Commands of `cloud report` on reports and their runs. */
export const reportCommands = [
  defineCommand('cloud report list', {
    summary: 'lists the reports that you own or receive',
    operation: 'customer.reports.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./report-actions.ts')).listReports,
  }),
  defineCommand('cloud report create', {
    summary: 'creates a report of a saved view, with its first run',
    operation: 'customer.reports.create',
    flags: {
      ...WORKSPACE_FLAGS,
      name: optionalFlag('<text>', 'the name', anyText, NOT_WITH_BODY),
      view: optionalFlag('<sv_…>', 'the saved view', idOf('savedView'), NOT_WITH_BODY),
      'expected-view-revision': optionalFlag(
        '<n>',
        'the revision of the view that you have read',
        revision,
        NOT_WITH_BODY,
      ),
      recipient: listFlag(
        '<sub_…>',
        'a member who receives the report',
        { form: idOf('subject'), to: MAX_RECIPIENTS },
        NOT_WITH_BODY,
      ),
      ...IDEMPOTENCY_FLAG,
      ...BODY_FLAG,
    },
    examples: [
      {
        line: 'tt cloud report create --name Weekly --view sv_… --expected-view-revision 1',
        does: 'Create a report and start its first run',
      },
    ],
    load: async () => (await import('./report-actions.ts')).createReport,
  }),
  defineCommand('cloud report get', {
    summary: 'shows a report',
    operation: 'customer.reports.get',
    args: [REPORT],
    flags: LANE_FLAGS,
    load: async () => (await import('./report-actions.ts')).getReport,
  }),
  defineCommand('cloud report update', {
    summary: 'replaces the name and the recipients of a report',
    operation: 'customer.reports.update',
    args: [REPORT],
    flags: {
      ...LANE_FLAGS,
      'expected-revision': requiredFlag('<n>', 'the revision that you have read', revision),
      name: optionalFlag('<text>', 'the name', anyText, NOT_WITH_FILE),
      recipient: listFlag(
        '<sub_…>',
        'a member who receives the report; nobody if absent',
        { form: idOf('subject'), to: MAX_RECIPIENTS },
        NOT_WITH_FILE,
      ),
      ...FILE_FLAG,
    },
    load: async () => (await import('./report-actions.ts')).updateReport,
  }),
  defineCommand('cloud report delete', {
    summary: 'deletes a report and all its runs',
    operation: 'customer.reports.delete',
    args: [REPORT],
    flags: LANE_FLAGS,
    load: async () => (await import('./report-actions.ts')).deleteReport,
  }),
  defineCommand('cloud report run', {
    summary: 'starts a run of a report',
    description:
      'With --wait, the command shows the run with its answer when it has ended: 0 for ready and partial, 3 for failed, cancelled and expired, 6 if the time is over.',
    operation: 'customer.reports.runs.create',
    args: [REPORT],
    flags: {
      ...LANE_FLAGS,
      ...IDEMPOTENCY_FLAG,
      ...waitFlags('the run has ended', { preset: '5m', ceiling: '1h' }),
    },
    examples: [{ line: 'tt cloud report run rpt_… --wait', does: 'Run a report and see its answer' }],
    load: async () => await import('./run-report.ts'),
  }),
  defineCommand('cloud report runs', {
    summary: 'lists the runs of a report',
    operation: 'customer.reports.runs.list',
    args: [REPORT],
    flags: { ...LANE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./run-actions.ts')).listReportRuns,
  }),
  defineCommand('cloud report show', {
    summary: 'shows a run of a report, with its answer',
    operation: 'customer.reports.runs.get',
    args: [REPORT, RUN],
    flags: LANE_FLAGS,
    load: async () => (await import('./run-actions.ts')).showReportRun,
  }),
  defineCommand('cloud report cancel', {
    summary: 'cancels a run of a report',
    operation: 'customer.reports.runs.cancel',
    args: [REPORT, RUN],
    flags: LANE_FLAGS,
    load: async () => (await import('./run-actions.ts')).cancelReportRun,
  }),
  defineCommand('cloud report export', {
    summary: 'writes a run of a report as a file',
    description:
      'The bytes go to standard output or --output unchanged. Their media type and their sha256 go to standard error; this digest is not the artifact_digest of the run.',
    operation: 'customer.reports.runs.export',
    args: [REPORT, RUN],
    flags: {
      ...LANE_FLAGS,
      format: defaultedFlag<ExportFormat>('<format>', 'the format', {
        form: oneOf(Object.keys(MEDIA_TYPES) as ExportFormat[]),
        preset: 'json',
      }),
    },
    examples: [
      { line: 'tt cloud report export rpt_… rrun_… --format csv -o weekly.csv', does: 'Store a run as a table' },
    ],
    load: async () => await import('./export-run.ts'),
  }),
];
