import type { ReportOccurrenceV1, ReportRunV1 } from '../../../../clients/typescript/wire.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { recordText } from '../lane/record-text.ts';
import { runText } from '../reports/run-text.ts';

export const listOccurrences = listAction<ReportOccurrenceV1, LaneFlags & PageValues>({
  operation: 'customer.report_schedules.occurrences',
  ids: ['sch'],
  columns: [
    { title: 'STATE', cell: stateText },
    { title: 'SCHEDULED FOR', cell: ({ scheduled_for: at }) => localTime(at) },
    { title: 'OCCURRENCE', cell: ({ occurrence_id: id }) => id },
    { title: 'RUN', cell: ({ run_id: id }) => id || '-' },
    { title: 'DELIVERED', isNumber: true, cell: ({ delivered_count: count }) => String(count) },
    { title: 'SUPPRESSED', isNumber: true, cell: ({ suppressed_count: count }) => String(count) },
  ],
  empty: 'The schedule has not run yet.',
});

export const getOccurrence = recordAction<ReportOccurrenceV1, LaneFlags>({
  operation: 'customer.report_schedules.occurrences.get',
  ids: ['sch', 'occ'],
  text: (occurrence, screen) =>
    recordText(
      [
        ['state', stateText(occurrence)],
        ['failure', occurrence.failure_detail || undefined],
        ['scheduled for', localTime(occurrence.scheduled_for)],
        ['window', occurrence.window && `${localTime(occurrence.window.from)} to ${localTime(occurrence.window.to)}`],
        ['occurrence', occurrence.occurrence_id],
        ['run', occurrence.run_id || '-'],
        ['delivered', String(occurrence.delivered_count)],
        ['suppressed', String(occurrence.suppressed_count)],
        ['skipped', String(occurrence.skipped_count)],
        ['attempt', String(occurrence.attempt)],
      ],
      screen,
    ),
});

export const rerunOccurrence = recordAction<ReportRunV1, LaneFlags & { 'idempotency-key': string | undefined }>({
  operation: 'customer.report_schedules.occurrences.rerun',
  ids: ['sch', 'occ'],
  body: () => ({}),
  text: runText,
  notes: ({ report_id: report, run_id: run }) => [`See the run: tt cloud report show ${report} ${run}`],
});

function stateText({ state, failure_code: code }: ReportOccurrenceV1): string {
  return code === '' ? state : `${state}: ${code}`;
}
