import { Type, type Static } from 'typebox';
import { TIME_INTENTS } from '../../domain/insight/windows/time-intent.ts';
import { idSchema } from '../wire/id-schema.ts';
import { InsightAnswerSchema } from '../insight/answer/insight-answer.ts';
import { InsightQuerySchema, StoredQuestionSchema } from '../insight/insight-query.ts';
import { QUERY_LIMITS } from '../insight/terms/query-limits.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { MAX_CONTRACT_VERSION } from '../insight/terms/read-context.ts';
import {
  ChosenNameSchema,
  InstantSchema,
  NameSchema,
  RevisionSchema,
  TimeZoneSchema,
  wholeSchema,
} from '../wire/scalars.ts';
import { CalendarWindowSchema } from './calendar-window.ts';
import { ViewDependentsSchema } from './view-dependents.ts';

/** The readers of a view: only its owner, or everybody with access to its workspace. */
const AUDIENCES = ['personal', 'team'] as const;

/** The longest relative window: that of a read. */
const MAX_RELATIVE_WINDOW_SECONDS = QUERY_LIMITS.max_window_days * 86_400;

const RelativeWindowSchema = wholeSchema(1, MAX_RELATIVE_WINDOW_SECONDS, {
  description: 'Seconds before the time of the question; required if `time_intent` is `relative`',
});

const TimeIntentSchema = literalUnion(TIME_INTENTS, {
  description:
    '`fixed`: the window of the question. `relative`: elapsed time before the question, with `relative_window_seconds`. `calendar`: complete local days, with `calendar_window`.',
});

/**
 * A saved view: a stored question that grants no permission. `question_revision` is the revision at which the question
 * changed last. A report uses the present question if it pins that revision or a later one.
 */
export const SavedViewSchema = Type.Object(
  {
    id: idSchema('savedView'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    owner: idSchema('subject'),
    name: NameSchema,
    audience: literalUnion(AUDIENCES),
    filter_version: wholeSchema(1, MAX_CONTRACT_VERSION),
    // The document is checked when it is written and when it is opened, not when it is shown: a question that this
    // build can no longer answer stays readable.
    query: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'An insight-query/v1 document; it has `from` and `to` only if `time_intent` is `fixed`. Without `dimensions.read`, each choice of `dimension_filter` is `{"withheld": true}`.',
    }),
    time_intent: TimeIntentSchema,
    relative_window_seconds: Type.Optional(RelativeWindowSchema),
    calendar_window: Type.Optional(CalendarWindowSchema),
    display_tz: TimeZoneSchema,
    revision: RevisionSchema,
    question_revision: RevisionSchema,
    created_at: InstantSchema,
    updated_at: InstantSchema,
  },
  { title: 'SavedView', additionalProperties: false },
);

export type SavedView = Static<typeof SavedViewSchema>;

const written = {
  name: ChosenNameSchema,
  audience: literalUnion(AUDIENCES),
  query: StoredQuestionSchema,
  time_intent: TimeIntentSchema,
  relative_window_seconds: Type.Optional(RelativeWindowSchema),
  calendar_window: Type.Optional(CalendarWindowSchema),
  display_tz: TimeZoneSchema,
};

/** The body that creates a saved view. `api/` checks the rules between members after the schema. */
export const SavedViewCreateSchema = Type.Object(written, { title: 'SavedViewCreate', additionalProperties: false });

export type SavedViewCreate = Static<typeof SavedViewCreateSchema>;

/** The body that replaces all editable members of a saved view. */
export const SavedViewUpdateSchema = Type.Object(
  { ...written, expected_revision: RevisionSchema },
  { title: 'SavedViewUpdate', additionalProperties: false },
);

/** The answer to an edit of a view: the view, and its present dependents. */
export const EditedSavedViewSchema = Type.Object(
  { ...SavedViewSchema.properties, dependents: ViewDependentsSchema },
  { title: 'EditedSavedView', additionalProperties: false },
);

/** The last state of a deleted view. */
export const SavedViewDeletionSchema = Type.Object(
  { saved_view_id: idSchema('savedView'), deleted_at: InstantSchema, dependents: ViewDependentsSchema },
  { title: 'SavedViewDeletion', additionalProperties: false },
);

/** A saved view, the question with its present window, and the answer under the reader's own access. */
export const OpenedSavedViewSchema = Type.Object(
  { view: SavedViewSchema, query: InsightQuerySchema, answer: InsightAnswerSchema },
  { title: 'OpenedSavedView', additionalProperties: false },
);
