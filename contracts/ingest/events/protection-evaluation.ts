import { Type, type Static } from 'typebox';
import { instant, enumMember, requestDimensions, textMember } from './members.ts';

export const PROTECTION_PHASES = ['input', 'output'] as const;
export const PROTECTION_ELIGIBILITIES = ['eligible', 'not_eligible'] as const;
export const PROTECTION_EVALUATIONS = ['evaluated', 'error', 'not_executed'] as const;
export const PROTECTION_OUTCOMES = ['passed', 'blocked', 'modified', 'none'] as const;

/** The action of one protection component on one request in one phase. */
export const ProtectionEvaluationSchema = Type.Object(
  {
    event: Type.Literal('protection_evaluation', { description: 'Name of the event.' }),
    ...requestDimensions,
    admitted_at: instant('When the request was let in; the time base of protection.'),
    evaluated_at: instant('When the component came to its result; not before `admitted_at`.'),
    component_id: textMember('Protection component.'),
    component_version: textMember('Immutable version of the component.'),
    phase: enumMember(PROTECTION_PHASES, 'Which side of the call it looked at.'),
    eligibility: enumMember(PROTECTION_ELIGIBILITIES, 'Whether the engine selected the component.'),
    evaluation: enumMember(PROTECTION_EVALUATIONS, 'Whether the component came to a result.'),
    outcome: enumMember(PROTECTION_OUTCOMES, 'The result; `none` exactly when the component came to none.'),
  },
  { additionalProperties: false },
);

export type ProtectionEvaluation = Static<typeof ProtectionEvaluationSchema>;
