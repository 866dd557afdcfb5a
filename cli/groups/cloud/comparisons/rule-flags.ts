import { CONFIDENCE_LEVELS } from '../../../../domain/statistics/confidence.ts';
import type { AcceptanceRuleV1 } from '../../../../clients/typescript/wire.ts';
import { usageFault } from '../../../output/command-fault.ts';
import { optionalFlag, switchFlag, type FlagValues, type Form } from '../../../tree/flag.ts';
import { oneOf, wholeNumber } from '../../../tree/forms.ts';
import { NOT_WITH_BODY } from '../lane/body-flags.ts';

const decimal: Form<string> = {
  rule: 'a decimal number, such as 0.05',
  parse: (text) => (/^\d{1,9}(\.\d{1,9})?$/.test(text) ? text : undefined),
};

/** The flags with the bar that a candidate must meet. */
export const RULE_FLAGS = {
  better: switchFlag('the candidate must pass more cases', { contradicts: ['body', 'not-worse'] }),
  'not-worse': optionalFlag('<margin>', 'the pass rate may be less than this margin lower, such as 0.05', decimal, {
    contradicts: ['body', 'better'],
  }),
  'highest-cost-ratio': optionalFlag(
    '<ratio>',
    'the highest cost for each unit of the baseline’s',
    decimal,
    NOT_WITH_BODY,
  ),
  'critical-cases-must-pass': switchFlag('no critical case may fail', NOT_WITH_BODY),
  'tolerated-unknowns': optionalFlag(
    '<n>',
    'cases that may not be comparable; 0 if absent',
    wholeNumber(0, 50),
    NOT_WITH_BODY,
  ),
  confidence: optionalFlag(
    '<share>',
    'the confidence of the result; 0.95 if absent',
    oneOf(CONFIDENCE_LEVELS),
    NOT_WITH_BODY,
  ),
} as const;

type RuleValues = FlagValues<typeof RULE_FLAGS>;

/**
 * The rule that flags state; undefined if they state none.
 *
 * @throws CommandFault `usage` for the details of a rule that requires nothing
 */
export function ruleFrom(flags: RuleValues): AcceptanceRuleV1 | undefined {
  const {
    better,
    'not-worse': margin,
    'highest-cost-ratio': ratio,
    'tolerated-unknowns': unknowns,
    confidence,
  } = flags;
  const mustPass = flags['critical-cases-must-pass'];
  if (!better && margin === undefined && ratio === undefined && !mustPass) {
    if (unknowns === undefined && confidence === undefined) return undefined;
    throw usageFault(
      '--tolerated-unknowns and --confidence are details of a rule, and no flag states what it requires.',
      'add --better, --not-worse, --highest-cost-ratio or --critical-cases-must-pass',
    );
  }
  return {
    confidence: confidence ?? '0.95',
    ...(better && { quality: { kind: 'better' } }),
    ...(margin !== undefined && { quality: { kind: 'not_worse', margin } }),
    tolerated_unknowns: unknowns ?? 0,
    critical_cases_must_pass: mustPass,
    ...(ratio !== undefined && { highest_cost_ratio: ratio }),
  };
}
