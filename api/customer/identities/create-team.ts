import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { TeamCreateSchema } from '../../../contracts/tenancy/team.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitTeams } from './permit-teams.ts';

/** Creates a team of a workspace. */
export const createTeam = createCustomerHandler(IDENTITY_OPERATIONS, 'customer.teams.create', {
  access: 'requireWorkspace',
  body: TeamCreateSchema,
  answer: async (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const { subjectId: createdBy } = caller;
    const workspace = access.workspace.of(request);
    const { organizationId, workspaceId } = workspace;
    const { name } = request.body;
    const data = await runOrderedWrite({
      permit: () => permitTeams(caller, workspace, ports),
      write: () => ports.teams.create({ workspaceId, name, createdBy }),
    });
    return { data, location: `organizations/${organizationId}/workspaces/${workspaceId}/teams`, isReplay: false };
  },
});
