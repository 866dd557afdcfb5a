import { type FieldFault, invalidMember, Refusal } from '../../../domain/kernel/errors.ts';

/**
 * Refuses an invalid acceptance rule.
 * @throws Refusal at the faulty member of the body
 */
export function refuseRuleFault(fault: FieldFault | undefined): void {
  if (fault === undefined) return;
  if (fault.pointer === '') throw new Refusal('acceptance_rule_required', fault.detail);
  throw invalidMember(`/acceptance_rule${fault.pointer}`, fault.detail);
}
