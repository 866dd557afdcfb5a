import { type FieldFault, invalid, Refusal } from '../../../domain/kernel/errors.ts';

/** @throws Refusal where a rule that was declared is none, at the member of the body that is at fault */
export function refuseRuleFault(fault: FieldFault | undefined): void {
  if (fault === undefined) return;
  if (fault.pointer === '') throw new Refusal('acceptance_rule_required', fault.detail);
  throw invalid(`/acceptance_rule${fault.pointer}`, fault.detail);
}
