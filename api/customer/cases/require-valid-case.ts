import { labelPatternFault } from '../../../contracts/comparisons/label-pattern.ts';
import { type CaseContent, caseFault } from '../../../domain/comparisons/case-content.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';

/**
 * Refuses a case that no answer can make useful.
 * @throws Refusal `validation_failed`
 */
export function requireValidCase(content: CaseContent, at = ''): void {
  const fault = caseFault(content, labelPatternFault);
  if (fault !== undefined) throw invalidMember(at + fault.pointer, fault.detail);
}
