import type { Action } from './actions.ts';
import { canActWithin } from './resolve.ts';
import type { Caller, WorkspaceTree } from './scope.ts';

/** The first of these actions that a caller does not hold in an environment; undefined if the caller holds all. */
export function missingAction(
  caller: Caller,
  workspace: WorkspaceTree,
  environmentId: string,
  actions: readonly Action[],
): Action | undefined {
  const { organizationId, workspaceId } = workspace;
  const place = { organizationId, workspaceId, environmentId };
  return actions.find((action) => !canActWithin(caller, workspace, place, action));
}
