import type { ReportCreation, ReportDeletion, ReportV1 } from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { bodyOf, editOf, type BodyValues, type EditValues } from '../lane/body-of.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { recordText } from '../lane/record-text.ts';

interface CreateValues extends LaneFlags, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly name: string | undefined;
  readonly view: string | undefined;
  readonly 'expected-view-revision': string | undefined;
  readonly recipient: readonly string[];
  readonly 'idempotency-key': string | undefined;
}

interface UpdateValues extends LaneFlags, EditValues {
  readonly 'management-key-stdin': boolean;
  readonly 'expected-revision': string;
  readonly name: string | undefined;
  readonly recipient: readonly string[];
}

export const listReports = listAction<ReportV1, LaneFlags & PageValues>({
  operation: 'customer.reports.list',
  cursor: 'page-token',
  columns: [
    { title: 'NAME', canShrink: true, cell: ({ name }) => name },
    { title: 'REPORT', cell: ({ report_id: id }) => id },
    { title: 'REVISION', isNumber: true, cell: ({ revision }) => revision },
    { title: 'LATEST RUN', cell: ({ latest_run_id: run }) => run ?? '-' },
    { title: 'UPDATED', cell: ({ updated_at: at }) => localTime(at) },
  ],
  empty: 'There are no reports. tt cloud report create makes one of a saved view.',
});

export const getReport = recordAction<ReportV1, LaneFlags>({
  operation: 'customer.reports.get',
  ids: ['rp'],
  text: reportText,
});

export const createReport = recordAction<ReportCreation, CreateValues>({
  operation: 'customer.reports.create',
  body: (context, { flags }) =>
    bodyOf(context, flags, (need) => ({
      name: need('name', flags.name),
      saved_view_id: need('view', flags.view),
      expected_view_revision: need('expected-view-revision', flags['expected-view-revision']),
      recipient_subject_ids: flags.recipient,
    })),
  text: ({ report, run }, screen) =>
    recordText(
      [
        ['run state', run.state],
        ['name', report.name],
        ['report', report.report_id],
        ['run', run.run_id],
        ['window', `${localTime(run.window.from)} to ${localTime(run.window.to)}`],
      ],
      screen,
    ),
  notes: ({ report, run }) => [`See the run: tt cloud report show ${report.report_id} ${run.run_id}`],
});

export const updateReport = recordAction<ReportV1, UpdateValues>({
  operation: 'customer.reports.update',
  ids: ['rp'],
  body: (context, { flags }) =>
    editOf(context, flags, { member: 'expected_revision', revision: flags['expected-revision'] }, (need) => ({
      name: need('name', flags.name),
      recipient_subject_ids: flags.recipient,
    })),
  text: reportText,
});

export const deleteReport = recordAction<ReportDeletion, LaneFlags>({
  operation: 'customer.reports.delete',
  ids: ['rp'],
  question: ({ args: [id = ''] }) => `Delete the report ${id} and all its runs?`,
  text: ({ report_id: id, runs_removed: runs }) => `The report ${id} is deleted, with ${runs} runs.`,
});

function reportText(report: ReportV1, screen: Screen): string {
  return recordText(
    [
      ['name', report.name],
      ['report', report.report_id],
      ['saved view', `${report.saved_view_id}, revision ${report.view_revision}`],
      ['recipients', report.recipient_subject_ids.join(', ') || 'nobody'],
      ['revision', report.revision],
      ['latest run', report.latest_run_id],
      ['owner', report.owner],
      ['updated', localTime(report.updated_at)],
    ],
    screen,
  );
}
