import { CasesCreateSchema, type CasesCreation } from '../../../contracts/comparisons/case.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { idempotentWrite, findReplay } from '../lane/idempotent-write.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { requireValidCase } from './require-valid-case.ts';

/** Stores cases of a gateway, all of them or none. */
export const createCases = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.cases.create', {
    access: 'requireGateway',
    body: CasesCreateSchema,
    answer: async (request, { ports, access }) => {
      const { organizationId, workspaceId, applicationId, gatewayId } = access.gateway.of(request);
      const { subjectId } = access.caller.of(request);
      const pathIds = [organizationId, workspaceId, applicationId, gatewayId];
      const key = idempotentWrite(request, { schema: CasesCreateSchema, pathIds, workspaceId, subjectId });
      const { cases } = request.body;
      const { document: data, isReplay } = await runOrderedWrite({
        replay: () => findReplay<CasesCreation>(ports, key),
        check: () => cases.forEach((one, index) => requireValidCase(one, `/cases/${index}`)),
        write: () => ports.cases.create({ key, gatewayId, author: subjectId, contents: cases }),
      });
      const gateway = `workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}`;
      return { data, location: `organizations/${organizationId}/${gateway}/cases`, isReplay };
    },
  }),
);
