import { canActOnWorkspace } from '../../../domain/tenancy/resolve.ts';
import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/**
 * Requires that the deployment has teams of credentials.
 *
 * @throws Refusal `forbidden`
 */
export function requireTeams({ teams }: Pick<ApiPorts, 'teams'>): void {
  if (teams.areEnabled) return;
  throw new Refusal(
    'forbidden',
    'This deployment has no teams of credentials. Omit the teams, or ask its operator to set TRUETALLY_KEY_TEAMS to `on`.',
  );
}

/**
 * Permits teams to callers with `members.manage` on the complete workspace, if the deployment has teams.
 *
 * @throws Refusal `forbidden`
 */
export function permitTeams(caller: Caller, workspace: WorkspaceTree, ports: Pick<ApiPorts, 'teams'>): void {
  if (!canActOnWorkspace(caller, workspace, 'members.manage'))
    throw new Refusal(
      'forbidden',
      'Your access does not include `members.manage` on the complete workspace. Ask an operator for this permission.',
    );
  requireTeams(ports);
}

/**
 * Requires that every team exists in the workspace.
 *
 * @throws Refusal `not_found`, also for a team of another workspace
 */
export async function requireKnownTeams(
  { teams }: Pick<ApiPorts, 'teams'>,
  workspaceId: string,
  teamIds: readonly string[],
): Promise<void> {
  if (teamIds.length === 0) return;
  const known = await teams.findExisting(workspaceId, teamIds);
  const missing = teamIds.find((id) => !known.has(id));
  if (missing !== undefined)
    throw notFound('There is no such team in this workspace. Check the ids in the list of teams.');
}
