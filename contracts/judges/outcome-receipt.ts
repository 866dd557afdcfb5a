import { Type, type Static } from 'typebox';
import { literalUnion } from '../wire/literal-union.ts';
import { PROBLEM_LIMITS } from '../wire/problem-limits.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';
import { MOST_OUTCOMES } from './outcome-batch.ts';

const closed = { additionalProperties: false } as const;

/** Why one of the outcomes that were sent is not kept. */
const OUTCOME_REFUSALS = [
  'unknown_evaluator',
  'unknown_metric',
  'basis_too_high',
  'foreign_annotator',
  'unknown_request',
  'ambiguous_request',
  'conflicting',
  'broken_rule',
] as const;

const OutcomeRefusalSchema = Type.Object(
  {
    index: wholeSchema(0, MOST_OUTCOMES - 1, { description: 'Its place among those that were sent, from 0' }),
    reason: literalUnion(OUTCOME_REFUSALS),
    detail: textSchema(PROBLEM_LIMITS.detail, { minLength: 1, description: 'A sentence to act on' }),
  },
  { title: 'OutcomeRefusal', ...closed },
);

export type OutcomeRefusal = Static<typeof OutcomeRefusalSchema>;

/** What became of the outcomes that were sent: everything that is accepted is on the disk. */
export const OutcomeReceiptSchema = Type.Object(
  {
    accepted: wholeSchema(0, MOST_OUTCOMES, {
      description: 'Outcomes that are kept; each counts once however often it is sent',
    }),
    refused: wholeSchema(0, MOST_OUTCOMES, { description: 'Outcomes that are not' }),
    refusals: Type.Array(OutcomeRefusalSchema, {
      maxItems: MOST_OUTCOMES,
      description: 'Why, of each that was refused',
    }),
  },
  { title: 'OutcomeReceipt', ...closed },
);

export type OutcomeReceipt = Static<typeof OutcomeReceiptSchema>;
