import { Type, type Static } from 'typebox';
import { MAX_SEATS } from '../../domain/judges/methods/panel.ts';
import { CONFIDENCE_LEVELS } from '../../domain/statistics/confidence.ts';
import { MAX_CONTENT_CHARACTERS } from '../ingest/events/content.ts';
import { textMember } from '../ingest/events/members.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { countSchema, InstantSchema, shareSchema, textSchema, wholeSchema } from '../wire/scalars.ts';
import { JudgeCoverageSchema } from './judge-record.ts';
import { JudgeHistorySchema, JudgeReadingsSchema } from './judge-readings.ts';

const closed = { additionalProperties: false } as const;
const { subject } = JudgeHistorySchema.properties;

/** The maximum length of a judge's reason in UTF-16 units. */
export const MAX_REASON_LENGTH = 4_096;

/** The maximum number of disagreements of one answer: each may hold half a megabyte of content. */
const MAX_DISAGREEMENTS = 50;

/** The number of disagreements to return. */
export const DisagreementQuerySchema = Type.Object(
  {
    limit: Type.Optional(
      wholeSchema(1, MAX_DISAGREEMENTS, {
        default: 20,
        description: 'Number of disagreements; the newest requests come first',
      }),
    ),
  },
  closed,
);

const DisagreementSchema = Type.Object(
  {
    req_id: textMember('The request.'),
    workspace_id: idSchema('workspace'),
    req_ts: InstantSchema,
    outcome_id: textMember('The outcome with the verdict of the judge.'),
    judge: literalUnion(['pass', 'fail'], {
      description: 'The verdict of the judge; most people give the opposite verdict',
    }),
    people: Type.Object(
      {
        pass: countSchema('Number of people who pass the answer'),
        fail: countSchema('Number of people who fail the answer'),
      },
      closed,
    ),
    instruction: Type.Optional(
      textSchema(MAX_CONTENT_CHARACTERS, { description: 'The text of the request, while its content is stored' }),
    ),
    output: Type.Optional(
      textSchema(MAX_CONTENT_CHARACTERS, { description: 'The text of the answer, while its content is stored' }),
    ),
    output_cut_off: Type.Optional(
      Type.Literal(true, {
        description: 'Present if the answer was interrupted, so that `output` has only its beginning',
      }),
    ),
    reasons: Type.Array(
      Type.Object(
        {
          seat: wholeSchema(0, 999, { description: 'Seat of the panel; 0 for a single judge' }),
          text: textSchema(MAX_REASON_LENGTH, { description: 'The reason, as the model wrote it' }),
        },
        { title: 'JudgeReason', ...closed },
      ),
      {
        maxItems: MAX_SEATS,
        description: 'The reasons of the verdict, while content is stored; only for judges of this deployment',
      },
    ),
  },
  { title: 'JudgeDisagreement', ...closed },
);

/** The requests on which a judge and people disagree. */
export const JudgeDisagreementsSchema = Type.Object(
  {
    subject,
    total: countSchema('Requests on which judge and people currently disagree'),
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
      {
        pass: countSchema('Unlabelled requests that the judge passes'),
        fail: countSchema('Unlabelled requests that the judge fails'),
      },
      closed,
    ),
    coverage: JudgeCoverageSchema,
    judge_rate: Type.Union([shareSchema('Share of requests that the judge passes'), Type.Null()], {
      description: 'Share of passed requests among unlabelled requests with a verdict; null if no such request exists',
    }),
    corrected_rate: Type.Union([shareSchema('Estimated share of requests that people would pass'), Type.Null()], {
      description:
        'The estimate by Rogan and Gladen, which corrects the errors that the newest validation found. Null if it cannot be computed.',
    }),
    interval: Type.Optional(
      Type.Object(
        { lower: shareSchema('At `confidence`'), upper: shareSchema('At `confidence`') },
        {
          title: 'PassRateInterval',
          ...closed,
          description: 'The interval by Lang and Reiczigel; absent without a corrected rate',
        },
      ),
    ),
    confidence: literalUnion(CONFIDENCE_LEVELS),
    absent_reason: Type.Optional(
      literalUnion(ABSENT_RATES, { description: 'The reason why the corrected rate is absent' }),
    ),
  },
  { title: 'JudgePassRate', ...closed },
);

export type JudgePassRate = Static<typeof JudgePassRateSchema>;
