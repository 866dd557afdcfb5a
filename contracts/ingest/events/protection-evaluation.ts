import { Type, type Static } from 'typebox';
import { instantMember, enumMember, requestDimensions, textMember } from './members.ts';

export const PROTECTION_PHASES = ['input', 'output'] as const;
export const PROTECTION_ELIGIBILITIES = ['eligible', 'not_eligible'] as const;
export const PROTECTION_EVALUATIONS = ['evaluated', 'error', 'not_executed'] as const;
export const PROTECTION_OUTCOMES = ['passed', 'blocked', 'modified', 'none'] as const;

/** The action of one protection component on one request in one phase. */
export const ProtectionEvaluationSchema = Type.Object(
  {
    event: Type.Literal('protection_evaluation', { description: 'Name of the event.' }),
    ...requestDimensions,
    admitted_at: instantMember('Time at which the request was admitted; the time base of protection.'),
    evaluated_at: instantMember('Time of the result of the component; not before `admitted_at`.'),
    component_id: textMember('Protection component.'),
    component_version: textMember('Immutable version of the component.'),
    phase: enumMember(PROTECTION_PHASES, 'The side of the call that the component evaluated.'),
    eligibility: enumMember(PROTECTION_ELIGIBILITIES, 'Whether the engine selected the component.'),
    evaluation: enumMember(PROTECTION_EVALUATIONS, 'Whether the component reached a result.'),
    outcome: enumMember(PROTECTION_OUTCOMES, 'The result; `none` exactly if the component reached no result.'),
  },
  { additionalProperties: false },
);

export type ProtectionEvaluation = Static<typeof ProtectionEvaluationSchema>;
