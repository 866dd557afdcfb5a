import { Type, type Static } from 'typebox';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { InstantSchema, textSchema } from '../../wire/scalars.ts';
import { RowNumberSchema } from './row-number.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of characters of an error of Temporal in an answer. */
export const MAX_ERROR_CHARACTERS = 2_000;

/** An outbox row that the relay has given up. */
export const DeadItemSchema = Type.Object(
  {
    item: RowNumberSchema,
    kind: textSchema(64, { description: 'The request to Temporal, such as `start_report_run`' }),
    workflow_id: textSchema(512),
    created_at: InstantSchema,
    given_up_at: InstantSchema,
    last_error: textSchema(MAX_ERROR_CHARACTERS, { description: 'The answer of Temporal to the last attempt' }),
  },
  { title: 'DeadItem', ...closed },
);

export type DeadItemDocument = Static<typeof DeadItemSchema>;

/** One page of dead items; those that were given up last come first. */
export const DeadItemsSchema = Type.Object(
  {
    items: Type.Array(DeadItemSchema, { maxItems: MAX_PAGE_ITEMS }),
    next_cursor: PageTokenSchema,
  },
  { title: 'DeadItems', ...closed },
);
