import { ACTIONS } from '../../../domain/tenancy/actions.ts';
import type { Binding, Caller, ScopeBlock } from '../../../domain/tenancy/scope.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { TENANCY_OPERATIONS } from '../../../contracts/tenancy/operations.ts';
import { MAX_SHOWN_BLOCKS, type MeV1 } from '../../../contracts/tenancy/tenancy.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';

/** Answers with the owner of the credential. The path names no organization, because the answer does. */
export const getMe = createCustomerHandler(TENANCY_OPERATIONS, 'customer.me.get', {
  access: 'requireCaller',
  answer: async (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const names = await ports.names.namesOf(caller.subjectId);
    if (names === undefined) throw notFound();
    return { data: meOf(caller, names) };
  },
});

function meOf(caller: Caller, names: { subject: string; organization: string }): MeV1 {
  const blocks = allowedBlocks(caller.bindings);
  return {
    subject_id: caller.subjectId,
    subject_name: names.subject,
    organization_id: caller.organizationId,
    organization_name: names.organization,
    authority_epoch: Number(caller.authorityEpoch),
    blocks: blocks.slice(0, MAX_SHOWN_BLOCKS),
    blocks_truncated: blocks.length > MAX_SHOWN_BLOCKS,
  };
}

/** The permitted actions by block, merged over all bindings of the block. */
function allowedBlocks(bindings: readonly Binding[]): MeV1['blocks'] {
  const actionsOf = new Map<string, { block: ScopeBlock; held: Set<string> }>();
  for (const { block, actions } of bindings) {
    const key = JSON.stringify(membersOf(block));
    const known = actionsOf.get(key) ?? { block, held: new Set() };
    for (const action of actions) known.held.add(action);
    actionsOf.set(key, known);
  }
  return [...actionsOf.values()].map(({ block, held }) => ({
    ...membersOf(block),
    actions: ACTIONS.filter((action) => held.has(action)),
  }));
}

function membersOf(block: ScopeBlock): Omit<MeV1['blocks'][number], 'actions'> {
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = block;
  return {
    organization_id: organizationId,
    ...(workspaceId !== undefined && { workspace_id: workspaceId }),
    ...(applicationId !== undefined && { application_id: applicationId }),
    ...(gatewayId !== undefined && { gateway_id: gatewayId }),
    ...(environmentId !== undefined && { environment_id: environmentId }),
  };
}
