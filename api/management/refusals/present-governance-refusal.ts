import type { RefusedCallFact } from '../../../analytics/gateway/refusal-reader.ts';
import type { GovernanceRefusals } from '../../../contracts/gateway/refusals/governance-refusal.ts';
import { GOVERNANCE_REFUSAL_STATUSES, isLimitRefusal } from '../../../domain/gateway/governance/governance-refusals.ts';

type Presented = GovernanceRefusals['refusals'][number];

/** The facts have the type of a refusal, and not the annotations of its request. */
const LIMIT_UNAVAILABLE = {
  member: 'limit',
  reason:
    'Facts do not have the limit and its amounts. The response of the call and its line in the journal have them.',
};

const KEY_UNAVAILABLE = {
  member: 'key_id',
  reason: 'The row is from a gateway or a worker that did not store the key of a request as a fact.',
};

const OWNER_UNAVAILABLE = { member: 'owner', reason: 'The row does not name the owner of its key.' };

/** A refused call in the form of an answer. Details that the facts do not have are listed with the reason. */
export function presentGovernanceRefusal(call: RefusedCallFact): Presented {
  const { code, owner, keyId, routeId } = call;
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
    unavailable: [
      ...(isLimitRefusal(code) ? [LIMIT_UNAVAILABLE] : []),
      ...(keyId === '' ? [KEY_UNAVAILABLE] : []),
      ...(owner === '' ? [OWNER_UNAVAILABLE] : []),
    ],
  };
}
