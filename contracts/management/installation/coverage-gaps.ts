import { Type, type Static } from 'typebox';
import { PRODUCER_CLASSES } from '../../../domain/insight/insight-sets.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, NameSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { RowNumberSchema } from './row-number.ts';

const closed = { additionalProperties: false } as const;

/** The states of a coverage gap: reads disclose an open one. */
export const GAP_STATES = ['open', 'closed'] as const;

/** A coverage gap: a half-open window in which traffic of a workspace is missing. */
export const KnownGapSchema = Type.Object(
  {
    gap: RowNumberSchema,
    workspace_id: idSchema('workspace'),
    environment_id: Type.Optional(idSchema('environment')),
    producer_class: literalUnion(PRODUCER_CLASSES),
    from: InstantSchema,
    to: InstantSchema,
    cause: literalUnion(['quarantined', 'declared']),
    reason: textSchema(2_000, { description: 'The reasons of the missing lines, or the declared reason' }),
    lines: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
      description: 'Lines that the gap stands for; 0 for a declared gap',
    }),
    closed_at: Type.Optional(InstantSchema),
    close_reason: Type.Optional(NameSchema),
  },
  {
    title: 'KnownGap',
    description: 'Without `environment_id`, every environment of the workspace may be affected',
    ...closed,
  },
);

export type KnownGapDocument = Static<typeof KnownGapSchema>;

/** One page of coverage gaps, newest first. */
export const KnownGapsSchema = Type.Object(
  {
    gaps: Type.Array(KnownGapSchema, { maxItems: MAX_PAGE_ITEMS }),
    next_cursor: PageTokenSchema,
  },
  { title: 'KnownGaps', ...closed },
);
