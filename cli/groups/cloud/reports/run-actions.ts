import type { ReportRunOpenV1, ReportRunV1 } from '../../../../clients/typescript/wire.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { openedRunNotes, openedRunText, runText } from './run-text.ts';

export const listReportRuns = listAction<ReportRunV1, LaneFlags & PageValues>({
  operation: 'customer.reports.runs.list',
  ids: ['rp'],
  columns: [
    { title: 'STATE', cell: ({ state, failure_code: code }) => (code === '' ? state : `${state}: ${code}`) },
    { title: 'RUN', cell: ({ run_id: id }) => id },
    { title: 'FROM', cell: ({ window }) => localTime(window.from) },
    { title: 'TO', cell: ({ window }) => localTime(window.to) },
    { title: 'GROUPS', isNumber: true, cell: ({ group_count: count }) => String(count) },
    { title: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ],
  empty: 'The report has no runs. tt cloud report run starts one.',
});

export const showReportRun = recordAction<ReportRunOpenV1, LaneFlags>({
  operation: 'customer.reports.runs.get',
  ids: ['rp', 'run'],
  text: openedRunText,
  notes: openedRunNotes,
});

export const cancelReportRun = recordAction<ReportRunV1, LaneFlags>({
  operation: 'customer.reports.runs.cancel',
  ids: ['rp', 'run'],
  text: runText,
});
