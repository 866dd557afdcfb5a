import { Type, type Static } from 'typebox';
import { TIME_INTENTS } from '../../domain/insight/windows/time-intent.ts';
import { idSchema } from '../wire/ids.ts';
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

/** The readers of a view: its owner alone, or everybody who may enter its workspace. */
const AUDIENCES = ['personal', 'team'] as const;

/** The longest relative window is the longest window that a read answers. */
const MAX_RELATIVE_WINDOW_SECONDS = QUERY_LIMITS.max_window_days * 86_400;

const RelativeWindowSchema = wholeSchema(1, MAX_RELATIVE_WINDOW_SECONDS, {
  description: 'Seconds of elapsed time before the moment of asking; required when `time_intent` is `relative`',
});

const TimeIntentSchema = literalUnion(TIME_INTENTS, {
  description:
    'Its own window; elapsed time before the moment of asking, with `relative_window_seconds`; or whole local days, with `calendar_window`',
});

/**
 * A saved view: a stored question, not a grant. `question_revision` is the revision at which what it asks changed last:
 * a report asks it as long as it pins that revision or a later one.
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
    // Checked when it is written and again when it is opened, not when it is shown: a question that this build can no
    // longer ask stays readable.
    query: Type.Record(Type.String(), Type.Unknown(), {
      description: 'An insight-query/v1 document; without `from` and `to` unless `time_intent` is `fixed`',
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

/** The body that creates a saved view. The rules that hold between members are in `api/`, after the schema. */
export const SavedViewCreateSchema = Type.Object(written, { title: 'SavedViewCreate', additionalProperties: false });

export type SavedViewCreate = Static<typeof SavedViewCreateSchema>;

/** The body that replaces all of a saved view that its owner may choose. */
export const SavedViewUpdateSchema = Type.Object(
  { ...written, expected_revision: RevisionSchema },
  { title: 'SavedViewUpdate', additionalProperties: false },
);

/** The answer to an edit of a view: the view, and its present dependents. */
export const EditedSavedViewSchema = Type.Object(
  { ...SavedViewSchema.properties, dependents: ViewDependentsSchema },
  { title: 'EditedSavedView', additionalProperties: false },
);

/** The last facts about a deleted view. */
export const SavedViewDeletionSchema = Type.Object(
  { saved_view_id: idSchema('savedView'), deleted_at: InstantSchema, dependents: ViewDependentsSchema },
  { title: 'SavedViewDeletion', additionalProperties: false },
);

/** A saved view with the question as it was asked now, and its answer under the opener's own access. */
export const OpenedSavedViewSchema = Type.Object(
  { view: SavedViewSchema, query: InsightQuerySchema, answer: InsightAnswerSchema },
  { title: 'OpenedSavedView', additionalProperties: false },
);
