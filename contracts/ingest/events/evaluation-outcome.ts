import { Type, type Static } from 'typebox';
import { ANNOTATION_STRATEGIES } from '../../../domain/judges/annotation.ts';
import { EVALUATOR_KINDS, OUTCOME_BASES, OUTCOME_VERDICTS } from '../../../domain/judges/outcome.ts';
import { SWAP_WINNERS } from '../../../domain/judges/swap-flips.ts';
import { instantMember, enumMember, optionalTextMember, requestDimensions, textMember } from './members.ts';

/**
 * An opinion on the answer to one request: a label, a verdict of a judge, a trial in both orders, or a report of other
 * software. It is stored next to its request, and no read of traffic counts it.
 */
export const EvaluationOutcomeSchema = Type.Object(
  {
    event: Type.Literal('evaluation_outcome', { description: 'Name of the event.' }),
    ...requestDimensions,
    admitted_at: instantMember(
      'Time at which the request was admitted; the time base of outcomes, which count with their request.',
    ),
    outcome_id: textMember('The outcome; unique per request.'),
    evaluator_id: textMember('The evaluator, as the registry names it.'),
    evaluator_kind: enumMember(EVALUATOR_KINDS, 'The kind of the evaluator.'),
    metric: textMember('The evaluated metric, as the registry names it.'),
    basis: enumMember(
      OUTCOME_BASES,
      'The basis of the result: measured here, or reported by another system. The two are never combined.',
    ),
    actor: textMember('Credential or user that sent the outcome.'),
    occurred_at: instantMember('Time of the evaluation.'),
    verdict: Type.Optional(
      enumMember(
        OUTCOME_VERDICTS,
        'Pass or fail; `abstained` if the evaluator declined; `no_verdict` if a judge gave no usable reply.',
      ),
    ),
    score: Type.Optional(
      Type.Number({ minimum: -1e12, maximum: 1e12, description: 'The score, on the scale of the evaluator.' }),
    ),
    annotator: optionalTextMember('Person who gave the label; only for labels of people.'),
    label_strategy: Type.Optional(
      enumMember(
        ANNOTATION_STRATEGIES,
        'Strategy of the claim that offered the row to the annotator; absent if there was no claim.',
      ),
    ),
    label_probability: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'Probability with which the claim drew the row; only with the strategy `random`.',
      }),
    ),
    judge_id: optionalTextMember('The judge; only for outcomes of judges.'),
    judge_model: optionalTextMember('Model of the judge; with `judge_id`.'),
    judge_prompt_sha: optionalTextMember('Version of the judge’s method; with `judge_id`.'),
    judge_eval_ver: optionalTextMember('Version of the evaluator; with `judge_id`.'),
    judge_certainty: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Certainty of the judge; for a panel, the share of its majority.',
      }),
    ),
    panel_split: Type.Optional(Type.Boolean({ description: 'True if the seats of a panel disagreed.' })),
    swap_shown_first: Type.Optional(
      enumMember(SWAP_WINNERS, 'Winner of a swap trial with the baseline shown first; in place of verdict and score.'),
    ),
    swap_shown_swapped: Type.Optional(
      enumMember(SWAP_WINNERS, 'Winner of the same trial with the candidate shown first.'),
    ),
  },
  { additionalProperties: false },
);

export type EvaluationOutcome = Static<typeof EvaluationOutcomeSchema>;
