import type { Action } from '../../../domain/tenancy/actions.ts';
import { missingAction } from '../../../domain/tenancy/missing-action.ts';
import { canActInWorkspace } from '../../../domain/tenancy/resolve.ts';
import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';

/**
 * Permits service identities to callers with `keys.manage` anywhere in the workspace.
 *
 * @throws Refusal `forbidden`
 */
export function permitServices(caller: Caller, workspace: WorkspaceTree): void {
  if (canActInWorkspace(caller, workspace, 'keys.manage')) return;
  throw new Refusal(
    'forbidden',
    'Your access to this workspace does not include `keys.manage`. Ask an operator for this permission.',
  );
}

/**
 * Permits an operation on a credential to callers who hold all of these actions in its environment. Nobody can create a
 * credential with a right that they could not use or give themselves.
 *
 * @throws Refusal `forbidden` that names the first missing action
 */
export function permitKeys(
  caller: Caller,
  workspace: WorkspaceTree,
  environmentId: string,
  actions: readonly Action[] = ['keys.manage'],
): void {
  const missing = missingAction(caller, workspace, environmentId, actions);
  if (missing === undefined) return;
  throw new Refusal(
    'forbidden',
    `Your access to this environment does not include \`${missing}\`. Ask an operator for this permission.`,
  );
}
