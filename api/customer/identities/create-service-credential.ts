import type { FastifyRequest } from 'fastify';
import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { ServiceCredentialCreateSchema } from '../../../contracts/tenancy/service-credential.ts';
import { invalidMember, notFound } from '../../../domain/kernel/errors.ts';
import { actionsForGrants, DEFAULT_KEY_GRANTS, keyGrantsFault } from '../../../domain/tenancy/key-grants.ts';
import type { EnvironmentLeaf } from '../../../domain/tenancy/scope.ts';
import { isNodeVisible } from '../../../domain/tenancy/visibility.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import type { RouteContext } from '../lane/route-context.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitKeys } from './permit-keys.ts';
import { requireKnownTeams, requireTeams } from './permit-teams.ts';

/** Creates a credential of a service for one environment, and shows its text once. */
export const createServiceCredential = createCustomerHandler(
  IDENTITY_OPERATIONS,
  'customer.service_credentials.create',
  {
    access: 'requireServiceIdentity',
    body: ServiceCredentialCreateSchema,
    answer: async (request, { ports, access }) => {
      const { environment_id: environmentId, gateway_ids: gatewayIds, label, ttl_days: ttlDays } = request.body;
      const { grants = DEFAULT_KEY_GRANTS, team_ids: teamIds = [] } = request.body;
      const { service_id: serviceId, organization_id: organizationId } = access.serviceIdentity.of(request);
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const { gatewayId } = visibleEnvironment(request, access, environmentId);
      const data = await runOrderedWrite({
        permit: () => {
          permitKeys(caller, workspace, environmentId, actionsForGrants(grants));
          if (teamIds.length === 0) return;
          permitKeys(caller, workspace, environmentId, ['members.manage']);
          requireTeams(ports);
        },
        check: async () => {
          refuseOtherGateways(gatewayIds, gatewayId);
          const fault = keyGrantsFault(grants);
          if (fault !== undefined) throw invalidMember('/grants', fault);
          await requireKnownTeams(ports, workspace.workspaceId, teamIds);
        },
        write: () =>
          ports.serviceCredentials.create({
            ...{ serviceId, environmentId, label, grants, teamIds, ttlDays },
            createdBy: caller.subjectId,
          }),
      });
      const made = `organizations/${organizationId}/service-credentials/${data.credential.credential_id}`;
      return { data, location: made, isReplay: false };
    },
  },
);

/**
 * The environment of the workspace that a body names.
 *
 * @throws Refusal `not_found` if it does not exist for the caller
 */
function visibleEnvironment(
  request: FastifyRequest,
  access: RouteContext['access'],
  environmentId: string,
): EnvironmentLeaf {
  const { organizationId, workspaceId, environments } = access.workspace.of(request);
  const leaf = environments.find((one) => one.environmentId === environmentId);
  if (leaf === undefined || !isNodeVisible(access.caller.of(request), { organizationId, workspaceId, ...leaf }))
    throw notFound('There is no such environment in this workspace. Check its id in the list of environments.');
  return leaf;
}

function refuseOtherGateways(gatewayIds: readonly string[], gatewayId: string): void {
  const other = gatewayIds.findIndex((id) => id !== gatewayId);
  if (other !== -1)
    throw invalidMember(
      `/gateway_ids/${other}`,
      `This gateway does not serve the environment. Name only its own gateway, ${gatewayId}.`,
    );
}
