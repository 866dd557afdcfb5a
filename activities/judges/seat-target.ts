import { judgeTarget } from '../../domain/judges/methods/judge-target.ts';
import type { PanelMember } from '../../domain/judges/work/judging-evaluator.ts';
import type { CallTarget } from '../../providers/protocols/shared/model-request.ts';

/**
 * The target of the calls of a panel member; undefined if the variable of its address has no value.
 *
 * @param variable the value of an environment variable
 */
export function seatTarget(
  variable: (name: string) => string | undefined,
  { model, keyVariable, endpointVariable }: PanelMember,
): CallTarget | undefined {
  const address = endpointVariable === undefined ? undefined : (variable(endpointVariable) ?? '');
  const target = address === '' ? undefined : judgeTarget(model, address);
  return target && { ...target, key: { kind: 'variable', name: keyVariable } };
}
