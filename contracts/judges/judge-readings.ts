import { Type, type Static } from 'typebox';
import { literalUnion } from '../wire/literal-union.ts';
import { idSchema } from '../wire/id-schema.ts';
import { InstantSchema, textSchema, wholeSchema } from '../wire/scalars.ts';
import { GoldSetSchema, JudgeCoverageSchema, JudgeRecordSchema } from './judge-record.ts';

const closed = { additionalProperties: false } as const;
const MAX_SUBJECTS = 20_000;
const MAX_CHANGES = 10_000;
const record = JudgeRecordSchema.properties;

/** The states of a judge. A refused judge has no separate state: its record shows the refusal. */
const JUDGE_STATES = ['promoted', 'never_validated', 'version_changed'] as const;

/** The states of the validation records: none, readable or unreadable. */
export const VALIDATION_STATES = ['empty', 'restored', 'unrestorable'] as const;

/** The maximum number of bytes of the text that lists unreadable records. */
export const MAX_DETAIL_BYTES = 4_096;

const coordinate = (description: string) => textSchema(512, { description });

const JudgeSubjectSchema = Type.Object(
  {
    id: Type.String({
      title: 'JudgeSubjectId',
      maxLength: 12,
      pattern: '^[0-9a-f]{12}$',
      description: 'Id of the subject, from the list of judges; clients do not construct it',
      examples: ['5c1f0a9be2d4'],
    }),
    judge_id: coordinate('Id of the judge'),
    model: coordinate('Model of the judge'),
    prompt_sha: coordinate('Version of the judge’s method'),
    eval_ver: coordinate('Version of the evaluator'),
    metric: coordinate('Metric that the judge rates'),
    segment: coordinate('Route of the requests; empty if they name none'),
  },
  { title: 'JudgeSubject', ...closed },
);

/** Figures that older validations do not have. Null means that a figure was not recorded, neither zero nor all. */
const RECORDED = {
  coverage: Type.Union([JudgeCoverageSchema, Type.Null()], {
    description: 'The verdicts of the judge on labelled rows; null if they were not recorded',
  }),
  gold_set: Type.Union([GoldSetSchema, Type.Null()], {
    description: 'The labels of people; null if they were not recorded',
  }),
};

const JudgeReadingSchema = Type.Object(
  {
    subject: JudgeSubjectSchema,
    state: literalUnion(JUDGE_STATES),
    kappa: record.kappa,
    kappa_interval: record.kappa_interval,
    validated_n: record.validated_n,
    iaa: record.iaa,
    swap_flip: record.swap_flip,
    swap_trials: record.swap_trials,
    ...RECORDED,
    single_annotator: Type.Optional(record.single_annotator),
    gold_revision: textSchema(64, {
      description: 'Digest of the labels of the newest validation; empty without a validation',
    }),
    floors_applied: record.floors_applied,
    floors: Type.Optional(record.floors),
    missed: record.missed,
    spend: Type.Null(),
    selective_risk: record.selective_risk,
    anchor: Type.Null(),
    last_run: Type.Optional(InstantSchema),
  },
  { title: 'JudgeReading', ...closed },
);

export type JudgeReading = Static<typeof JudgeReadingSchema>;

/** Every judge that gave an outcome or was validated. */
export const JudgeReadingsSchema = Type.Object(
  {
    auto_validate: Type.Boolean({
      description:
        'True if a live worker validates judges automatically. Workers report this themselves; the configuration of this process does not count.',
    }),
    subjects_observed: wholeSchema(0, MAX_SUBJECTS, { description: 'Number of judges with a stored outcome' }),
    subjects: Type.Array(JudgeReadingSchema, { maxItems: MAX_SUBJECTS }),
    validation_state: literalUnion(VALIDATION_STATES, {
      description:
        'The state of the validation records. If a record cannot be read, every judge counts as never validated.',
    }),
    validation_state_detail: Type.Optional(
      textSchema(MAX_DETAIL_BYTES, { description: 'The records that cannot be read' }),
    ),
    notes: Type.Array(textSchema(500), { maxItems: 2, description: 'Notes on members that are null' }),
  },
  { title: 'JudgeReadings', ...closed },
);

export type JudgeReadings = Static<typeof JudgeReadingsSchema>;

const JudgeChangeSchema = Type.Object(
  {
    kind: literalUnion(['promoted', 'repromoted', 'demoted', 'reset_version_change', 'refused']),
    version: textSchema(2_000, { description: '`model=`, `prompt=` and `ver=`, joined by U+001F' }),
    at: InstantSchema,
  },
  { title: 'JudgeChange', ...closed },
);

const HistoryRecordSchema = Type.Object(
  {
    id: idSchema('judgeValidation'),
    at: InstantSchema,
    version: JudgeChangeSchema.properties.version,
    gold_revision: JudgeReadingSchema.properties.gold_revision,
    ...record,
    ...RECORDED,
  },
  { title: 'JudgeHistoryRecord', ...closed },
);

/** The history of one judge. */
export const JudgeHistorySchema = Type.Object(
  {
    subject: JudgeSubjectSchema,
    timeline: Type.Array(JudgeChangeSchema, { maxItems: MAX_CHANGES, description: 'The changes, oldest first' }),
    records: Type.Array(HistoryRecordSchema, {
      maxItems: 1,
      description: 'The newest record; empty before the first validation',
    }),
  },
  { title: 'JudgeHistory', ...closed },
);

export type JudgeHistory = Static<typeof JudgeHistorySchema>;
