import type {
  OpenedInboxItemV1,
  ReportInboxItemV1,
  ReportInboxSummaryV1,
} from '../../../../clients/typescript/wire.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { partsText, recordText } from '../lane/record-text.ts';
import { openedRunNotes, openedRunText } from '../reports/run-text.ts';

export const listItems = listAction<ReportInboxItemV1, LaneFlags & PageValues>({
  operation: 'customer.report_inbox.list',
  columns: [
    { title: 'STATE', cell: ({ read_at: at }) => (at === null ? 'unread' : 'read') },
    { title: 'NAME', canShrink: true, cell: ({ report_name: name }) => name ?? '(deleted report)' },
    {
      title: 'EVENT',
      cell: ({ event_type: event, notice }) => (notice === undefined ? event : `${event}: ${notice.code}`),
    },
    { title: 'ITEM', cell: ({ delivery_id: id }) => id },
    { title: 'DELIVERED', cell: ({ delivered_at: at }) => localTime(at) },
  ],
  empty: 'The inbox is empty.',
});

export const openItem = recordAction<OpenedInboxItemV1, LaneFlags>({
  operation: 'customer.report_inbox.open',
  ids: ['delivery'],
  text: ({ item, run }, screen) =>
    partsText([
      recordText(
        [
          ['event', item.event_type],
          ['report', `${item.report_name ?? '(deleted report)'} (${item.report_id})`],
          ['notice', item.notice && `${item.notice.code}: ${item.notice.detail}`],
          ['remedy', item.notice?.remedy],
          ['delivered', localTime(item.delivered_at)],
          ['read', localTime(item.read_at)],
        ],
        screen,
      ),
      run === undefined ? '' : openedRunText(run, screen),
    ]),
  notes: ({ run }) => (run === undefined ? [] : openedRunNotes(run)),
});

export const summarizeInbox = recordAction<ReportInboxSummaryV1, LaneFlags>({
  operation: 'customer.report_inbox.summary',
  text: ({ unread_count: count, truncated: isTruncated }) => `${count}${isTruncated ? ' or more' : ''} unread`,
});
