import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { permitTeams } from './permit-teams.ts';

/** The teams of a workspace, newest first. */
export const listTeams = createListHandler(IDENTITY_OPERATIONS, 'customer.teams.list', {
  access: 'requireWorkspace',
  source: (request, { ports, access }) => {
    const workspace = access.workspace.of(request);
    const { workspaceId } = workspace;
    permitTeams(access.caller.of(request), workspace, ports);
    return {
      list: 'teams',
      workspaceId,
      load: (after, limit) => ports.teams.list({ workspaceId, limit, after }),
      keyOf: (one) => ({ createdAt: one.created_at, id: one.team_id }),
      present: (teams) => teams,
    };
  },
});
