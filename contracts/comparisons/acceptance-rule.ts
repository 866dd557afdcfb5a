import { Type, type Static } from 'typebox';
import type { AcceptanceRule } from '../../domain/comparisons/bar/acceptance-rule.ts';
import { MAX_SAMPLE_CASES } from '../../domain/comparisons/sample-set.ts';
import { CONFIDENCE_LEVELS } from '../../domain/statistics/confidence.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { wholeSchema } from '../wire/scalars.ts';

const closed = { additionalProperties: false } as const;
const decimal = (description: string, example: string) =>
  Type.String({
    maxLength: 16,
    pattern: '^\\d{1,8}(\\.\\d{1,7})?$',
    'x-form': 'a decimal number as a text, with at most 8 digits before the point and 7 after it',
    description,
    examples: [example],
  });

/**
 * The evidence that a candidate must show, declared before the run. The candidate meets the bar if it meets each
 * clause.
 */
export const AcceptanceRuleV1Schema = Type.Object(
  {
    confidence: literalUnion(CONFIDENCE_LEVELS, { description: 'The required confidence of the result' }),
    quality: Type.Optional(
      Type.Union(
        [
          Type.Object({ kind: Type.Literal('better') }, closed),
          Type.Object(
            {
              kind: Type.Literal('not_worse'),
              margin: decimal(
                'Exclusive upper bound of the amount by which the candidate’s pass rate is below that of the baseline',
                '0.05',
              ),
            },
            closed,
          ),
        ],
        { description: 'The required quality; absent if the rule requires none' },
      ),
    ),
    tolerated_unknowns: wholeSchema(0, MAX_SAMPLE_CASES, {
      description: 'Maximum number of cases that could not be compared',
    }),
    critical_cases_must_pass: Type.Boolean({ description: 'True: a failed critical case contradicts the rule' }),
    highest_cost_ratio: Type.Optional(
      decimal(
        'Maximum cost of the candidate for each unit of the baseline’s cost; absent if cost does not matter',
        '0.8',
      ),
    ),
  },
  { title: 'AcceptanceRuleV1', ...closed },
);

export type AcceptanceRuleV1 = Static<typeof AcceptanceRuleV1Schema>;

/** The rule in the terms of the domain. */
export function toAcceptanceRule(rule: AcceptanceRuleV1): AcceptanceRule {
  return {
    confidence: rule.confidence,
    quality: rule.quality,
    toleratedUnknowns: rule.tolerated_unknowns,
    criticalCasesMustPass: rule.critical_cases_must_pass,
    highestCostRatio: rule.highest_cost_ratio,
  };
}
