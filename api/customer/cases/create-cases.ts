import { CasesCreateSchema, type CasesCreation } from '../../../contracts/comparisons/case.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { idempotentWrite, replayOf } from '../lane/idempotent-write.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { forComparers } from '../comparisons/for-comparers.ts';
import { requireSound } from './require-sound.ts';

/** Stores cases of a gateway, all of them or none. */
export const createCases = forComparers(
  customerHandlerOf(COMPARISON_OPERATIONS, 'customer.cases.create', {
    access: 'requireGateway',
    body: CasesCreateSchema,
    answer: async (request, { ports, access }) => {
      const { organizationId, workspaceId, applicationId, gatewayId } = access.gateway.of(request);
      const { subjectId } = access.caller.of(request);
      const pathIds = [organizationId, workspaceId, applicationId, gatewayId];
      const key = idempotentWrite(request, { schema: CasesCreateSchema, pathIds, workspaceId, subjectId });
      const { cases } = request.body;
      const { document: data, isReplay } = await inOrder({
        replay: () => replayOf<CasesCreation>(ports, key),
        check: () => cases.forEach((one, index) => requireSound(one, `/cases/${index}`)),
        write: () => ports.cases.create({ key, gatewayId, author: subjectId, contents: cases }),
      });
      const gateway = `workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}`;
      return { data, location: `organizations/${organizationId}/${gateway}/cases`, isReplay };
    },
  }),
);
