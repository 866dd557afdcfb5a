import type { Caller, WorkspaceTree } from '../domain/access/scope.ts';
import { Refusal } from '../domain/errors.ts';

/**
 * Every read needs `metadata.read` somewhere in the workspace, be it empty of environments.
 *
 * @throws Refusal `forbidden` for a caller that reaches into the workspace for something else only
 */
export function permitReading(caller: Caller, workspace: WorkspaceTree): void {
  const mayRead = caller.bindings.some(
    ({ actions, block }) =>
      actions.includes('metadata.read') &&
      block.organizationId === workspace.organizationId &&
      (block.workspaceId === undefined || block.workspaceId === workspace.workspaceId),
  );
  if (!mayRead) throw new Refusal('forbidden', 'Your access to this workspace does not include `metadata.read`.');
}
