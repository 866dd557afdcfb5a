import { Type, type Static } from 'typebox';
import { MAX_SEATS } from '../../domain/judges/methods/panel.ts';
import { CONFIDENCE_LEVELS } from '../../domain/statistics/confidence.ts';
import { MAX_CONTENT_CHARACTERS } from '../ingest/events/content.ts';
import { textMember } from '../ingest/events/members.ts';
import { idSchema } from '../wire/ids.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, textSchema, wholeSchema } from '../wire/scalars.ts';
import { JudgeCoverageSchema } from './judge-record.ts';
import { JudgeHistorySchema, JudgeReadingsSchema } from './judge-readings.ts';

const closed = { additionalProperties: false } as const;
const rows = (description: string) => wholeSchema(0, Number.MAX_SAFE_INTEGER, { description });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const { subject } = JudgeHistorySchema.properties;

/** The maximum length of a judge's reason in UTF-16 units. */
export const MAX_REASON = 4_096;

/** The maximum number of disagreements of one answer: each may hold half a megabyte of content. */
const MAX_DISAGREEMENTS = 50;

/** The number of disagreements to return. */
export const DisagreementQuerySchema = Type.Object(
  {
    limit: Type.Optional(
      wholeSchema(1, MAX_DISAGREEMENTS, { default: 20, description: 'How many, the newest requests first' }),
    ),
  },
  closed,
);

const DisagreementSchema = Type.Object(
  {
    req_id: textMember('The request.'),
    workspace_id: idSchema('workspace'),
    req_ts: InstantSchema,
    outcome_id: textMember('The outcome in which the judge said so.'),
    judge: literalUnion(['pass', 'fail'], { description: 'What the judge says; most people say the opposite' }),
    people: Type.Object({ pass: rows('People who pass it'), fail: rows('People who fail it') }, closed),
    instruction: Type.Optional(
      textSchema(MAX_CONTENT_CHARACTERS, { description: 'What was asked, while its content is kept' }),
    ),
    output: Type.Optional(
      textSchema(MAX_CONTENT_CHARACTERS, { description: 'What was answered, while its content is kept' }),
    ),
    output_cut_off: Type.Optional(
      Type.Literal(true, { description: 'There where the answer broke off, so that `output` is what had come of it' }),
    ),
    reasons: Type.Array(
      Type.Object(
        {
          seat: wholeSchema(0, 999, { description: 'Seat of the panel; 0 of a judge alone' }),
          text: textSchema(MAX_REASON, { description: 'Why, in the words of the model' }),
        },
        { title: 'JudgeReason', ...closed },
      ),
      {
        maxItems: MAX_SEATS,
        description: 'Of judges of this deployment, while content is kept; of others nothing is known',
      },
    ),
  },
  { title: 'JudgeDisagreement', ...closed },
);

/** The requests on which a judge and people disagree. */
export const JudgeDisagreementsSchema = Type.Object(
  {
    subject,
    total: rows('Requests on which judge and people differ now'),
    disagreements: Type.Array(DisagreementSchema, { maxItems: MAX_DISAGREEMENTS }),
  },
  { title: 'JudgeDisagreements', ...closed },
);

export type JudgeDisagreements = Static<typeof JudgeDisagreementsSchema>;

/** The reasons why no pass rate can be computed from a judge's verdicts on rows without labels. */
const ABSENT_RATES = ['never_validated', 'nothing_judged', 'one_category', 'no_better_than_chance'] as const;

/** The share of requests that people would pass, among requests that only a judge has rated. */
export const JudgePassRateSchema = Type.Object(
  {
    subject,
    gold_revision: JudgeReadingsSchema.properties.subjects.items.properties.gold_revision,
    judged: Type.Object(
      { pass: rows('Unlabelled requests that the judge passes'), fail: rows('Unlabelled requests that it fails') },
      closed,
    ),
    coverage: JudgeCoverageSchema,
    judge_rate: Type.Union([share('Share that the judge passes'), Type.Null()], {
      description: 'Share of unlabelled requests with a verdict that it passes; null without any',
    }),
    corrected_rate: Type.Union([share('Share that people would pass'), Type.Null()], {
      description:
        'Rogan and Gladen: the errors that the newest validation found are taken out. Null where that cannot be',
    }),
    interval: Type.Optional(
      Type.Object(
        { lower: share('At `confidence`'), upper: share('At `confidence`') },
        { title: 'PassRateInterval', ...closed, description: 'Lang and Reiczigel; absent without a corrected rate' },
      ),
    ),
    confidence: literalUnion(CONFIDENCE_LEVELS),
    absent_reason: Type.Optional(literalUnion(ABSENT_RATES, { description: 'Why there is no corrected rate' })),
  },
  { title: 'JudgePassRate', ...closed },
);

export type JudgePassRate = Static<typeof JudgePassRateSchema>;
