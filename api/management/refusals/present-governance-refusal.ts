import type { RefusedCallFact } from '../../../analytics/gateway/refusal-reader.ts';
import type { GovernanceRefusals } from '../../../contracts/gateway/refusals/governance-refusal.ts';
import { GOVERNANCE_REFUSAL_STATUSES } from '../../../domain/gateway/governance/governance-refusals.ts';
import { listUnavailableDetails } from './list-unavailable-details.ts';
import { presentRefusingLimit } from './present-refusing-limit.ts';

/** A refused call in the form of an answer. Details that the facts do not have are listed with the reason. */
export function presentGovernanceRefusal(call: RefusedCallFact): GovernanceRefusals['refusals'][number] {
  const { code, owner, keyId, routeId, limit } = call;
  return {
    req_id: call.requestId,
    admitted_at: call.admittedAt.toISOString(),
    refused_at: call.refusedAt.toISOString(),
    code,
    status: GOVERNANCE_REFUSAL_STATUSES[code],
    organization_id: call.organizationId,
    workspace_id: call.workspaceId,
    application_id: call.applicationId,
    gateway_id: call.gatewayId,
    environment_id: call.environmentId,
    owner: owner === '' ? null : owner,
    key_id: keyId === '' ? null : keyId,
    route_id: routeId === '' ? null : routeId,
    refused_by_limit: limit === undefined ? null : presentRefusingLimit(limit),
    unavailable: listUnavailableDetails(call),
  };
}
