import { Type, type Static } from 'typebox';
import { OUTCOME_METRICS } from '../../domain/judges/evaluators.ts';
import { OUTCOME_BASES, OUTCOME_VERDICTS } from '../../domain/judges/outcome.ts';
import { SWAP_WINNERS } from '../../domain/judges/swap-flips.ts';
import { instantMember, textMember } from '../ingest/events/members.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';

/** The maximum number of outcomes in one request. A JSON body of the maximum size holds as many of the largest ones. */
export const MAX_OUTCOMES = 200;

const closed = { additionalProperties: false } as const;

/** The model, prompt and version with which a judge gave its verdict. */
const JudgeCoordinatesSchema = Type.Object(
  {
    model: textMember('Model of the judge.'),
    prompt_sha: textMember('Version of the judge’s method.'),
    eval_ver: textMember('Version of the evaluator.'),
    certainty: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Certainty of the judge; for a panel, the share of its majority.',
      }),
    ),
    is_split: Type.Optional(Type.Boolean({ description: 'True if the seats of a panel disagreed.' })),
  },
  { title: 'JudgeCoordinates', ...closed },
);

const SwapTrialSchema = Type.Object(
  {
    shown_first: literalUnion(SWAP_WINNERS, { description: 'Winner with the baseline shown first.' }),
    shown_swapped: literalUnion(SWAP_WINNERS, { description: 'Winner with the candidate shown first.' }),
  },
  { title: 'SwapTrial', ...closed },
);

/** An opinion on the answer to one request. */
export const OutcomeSchema = Type.Object(
  {
    req_id: textMember('The request, as its gateway names it.'),
    workspace_id: Type.Optional(idSchema('workspace')),
    outcome_id: textMember('The outcome; unique per request, and equal in repeated requests.'),
    evaluator_id: textMember('The evaluator: an id of the registry.'),
    metric: textMember(`The evaluated metric: ${OUTCOME_METRICS.map((metric) => `\`${metric}\``).join(', ')}.`),
    basis: Type.Optional(
      literalUnion(OUTCOME_BASES, {
        description: 'The basis; if absent, the highest basis that the evaluator and the credential allow.',
      }),
    ),
    occurred_at: instantMember('Time of the evaluation.'),
    verdict: Type.Optional(literalUnion(OUTCOME_VERDICTS)),
    score: Type.Optional(
      Type.Number({ minimum: -1e12, maximum: 1e12, description: 'The score, on the scale of the evaluator.' }),
    ),
    annotator: Type.Optional(
      textMember('The person who gave the label. For a label of the user who sends it, the user is the default.'),
    ),
    judge: Type.Optional(JudgeCoordinatesSchema),
    swap: Type.Optional(SwapTrialSchema),
  },
  { title: 'Outcome', ...closed },
);

export type SentOutcome = Static<typeof OutcomeSchema>;

/** The outcomes of one request. */
export const OutcomeBatchSchema = Type.Object(
  { outcomes: Type.Array(OutcomeSchema, { minItems: 1, maxItems: MAX_OUTCOMES }) },
  { title: 'OutcomeBatch', ...closed },
);
