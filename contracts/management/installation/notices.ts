import { Type, type Static } from 'typebox';
import { MAX_NOTICE_DETAIL, NOTICE_KINDS } from '../../../domain/notices/notice-kinds.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** The read states of a notice, for one reader. */
export const NOTICE_STATES = ['unread', 'read'] as const;

/** A notice: something that happened in the installation, and that a person should know. */
export const NoticeSchema = Type.Object(
  {
    notice_id: idSchema('notice'),
    kind: textSchema(64, {
      pattern: '^[a-z_]+(\\.[a-z_]+)+$',
      description: `The event: ${NOTICE_KINDS.map((kind) => `\`${kind}\``).join(', ')}; later versions add kinds`,
    }),
    title: textSchema(200, { description: 'The event as a sentence' }),
    about: textSchema(512, {
      description: 'The thing that the event is about: a judge subject, a schedule, or a kind of outbox item',
    }),
    workspace_id: Type.Optional(idSchema('workspace')),
    detail: textSchema(MAX_NOTICE_DETAIL, { description: 'The details of the last event, for people' }),
    happened_at: InstantSchema,
    last_at: InstantSchema,
    times: wholeSchema(1, 2_147_483_647, {
      description: 'Number of equal events within the UTC hour of the first one, which share this notice',
    }),
    read_at: Type.Optional(InstantSchema),
  },
  {
    title: 'Notice',
    description:
      'Without `workspace_id`, the notice concerns the installation. `read_at` is absent while the caller has not read the notice, and again after another equal event.',
    ...closed,
  },
);

export type NoticeDocument = Static<typeof NoticeSchema>;

/** One page of notices, newest first. */
export const NoticesSchema = Type.Object(
  {
    notices: Type.Array(NoticeSchema, { maxItems: MAX_PAGE_ITEMS }),
    next_cursor: PageTokenSchema,
  },
  { title: 'Notices', ...closed },
);
