import { Type } from 'typebox';
import { wholeSchema } from '../wire/scalars.ts';

/** The maximum number of unread items that are counted. */
export const MAX_COUNTED_UNREAD = 100;

/** The number of new items in an inbox. */
export const ReportInboxSummaryV1Schema = Type.Object(
  {
    unread_count: wholeSchema(0, MAX_COUNTED_UNREAD, {
      description: `Unread items that can be opened now. Only the newest ${MAX_COUNTED_UNREAD} unread items are checked.`,
    }),
    truncated: Type.Boolean({
      description: 'True if more items are unread than were checked, so that `unread_count` is a lower bound',
    }),
  },
  { title: 'ReportInboxSummaryV1', additionalProperties: false },
);
