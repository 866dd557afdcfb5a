import { canReadWorkspace } from '../../../domain/tenancy/resolve.ts';
import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';

/**
 * Permits reads to callers with `metadata.read` anywhere in the workspace.
 *
 * @throws Refusal `forbidden` for a caller that may enter the workspace only for another action
 */
export function permitReading(caller: Caller, workspace: WorkspaceTree): void {
  if (canReadWorkspace(caller, workspace)) return;
  throw new Refusal(
    'forbidden',
    'Your access to this workspace does not include `metadata.read`. Ask an operator for this permission.',
  );
}
