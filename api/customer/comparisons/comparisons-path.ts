import type { FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';

/** The path of the environment's comparisons, below the lane's root. */
export function comparisonsPath({ environment }: Access, request: FastifyRequest): string {
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = environment.of(request);
  const gateway = `workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}`;
  return `organizations/${organizationId}/${gateway}/environments/${environmentId}/comparisons`;
}
