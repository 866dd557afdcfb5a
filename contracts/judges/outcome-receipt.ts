import { Type, type Static } from 'typebox';
import { literalUnion } from '../wire/literal-union.ts';
import { PROBLEM_LIMITS } from '../wire/problem-limits.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';
import { MAX_OUTCOMES } from './outcome-batch.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of evaluation results in one request, whose format also contains other data. */
export const MAX_EVALUATIONS = 1_000;

/** The reasons why an outcome is not stored. */
export const OUTCOME_REFUSALS = [
  'unknown_evaluator',
  'unknown_metric',
  'basis_too_high',
  'foreign_annotator',
  'unknown_request',
  'ambiguous_request',
  'conflicting',
  'broken_rule',
] as const;

function receiptSchema(title: string, max: number) {
  const refusal = Type.Object(
    {
      index: wholeSchema(0, max - 1, { description: 'Index of the outcome in the request, from 0' }),
      reason: literalUnion(OUTCOME_REFUSALS),
      detail: textSchema(PROBLEM_LIMITS.detail, {
        minLength: 1,
        description: 'The error and its remedy, as a sentence',
      }),
    },
    { title: `${title}Refusal`, ...closed },
  );
  return Type.Object(
    {
      accepted: wholeSchema(0, max, {
        description: 'Accepted outcomes; repeated outcomes count once',
      }),
      refused: wholeSchema(0, max, { description: 'Refused outcomes' }),
      refusals: Type.Array(refusal, { maxItems: max, description: 'The reason for each refused outcome' }),
    },
    { title: `${title}Receipt`, ...closed },
  );
}

/** The result for each outcome. Every accepted outcome is on the disk. */
export const OutcomeReceiptSchema = receiptSchema('Outcome', MAX_OUTCOMES);

/** The result for each evaluation result of OpenTelemetry. */
export const OtelOutcomeReceiptSchema = receiptSchema('OtelOutcome', MAX_EVALUATIONS);

export type OutcomeReceipt = Static<typeof OutcomeReceiptSchema>;
export type OutcomeRefusal = OutcomeReceipt['refusals'][number];
