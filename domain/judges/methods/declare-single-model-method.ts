import type { DeclaredMethod } from './judge-method.ts';
import { findFamilyFaults, findRubricFaults } from './member-faults.ts';

/** The declaration of a method with one judging model. */
export function declareSingleModelMethod<const Id extends string>(
  method: Pick<DeclaredMethod<Id>, 'id' | 'isServedBySidecars' | 'needsRubric'>,
): DeclaredMethod<Id> {
  return {
    ...method,
    findFaults: ({ model, rubric, panel }, tiers, path) => [
      ...findFamilyFaults(model, tiers, [...path, 'model']),
      ...findRubricFaults(method, rubric, [...path, 'rubric']),
      ...(panel === undefined
        ? []
        : [{ path: [...path, 'panel'], detail: `cannot be used with the method \`${method.id}\`: omit it` }]),
    ],
  };
}
