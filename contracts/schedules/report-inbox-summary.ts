import { Type } from 'typebox';
import { wholeSchema } from '../wire/scalars.ts';

/** The maximum number of unread items that are counted. */
export const MAX_COUNTED_UNREAD = 100;

/** The number of new items in an inbox. */
export const ReportInboxSummaryV1Schema = Type.Object(
  {
    unread_count: wholeSchema(0, MAX_COUNTED_UNREAD, {
      description: `Items that were never opened and can be opened now; of those that were never opened, the newest ${MAX_COUNTED_UNREAD} are looked at`,
    }),
    truncated: Type.Boolean({
      description: 'True where more were never opened than were looked at: there are at least `unread_count`',
    }),
  },
  { title: 'ReportInboxSummaryV1', additionalProperties: false },
);
