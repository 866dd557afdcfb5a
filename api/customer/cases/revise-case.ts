import { CaseRevisionSchema } from '../../../contracts/comparisons/case.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { revisionMismatch } from '../../../domain/kernel/errors.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { requireValidCase } from './require-valid-case.ts';

/** Adds a version to a case; pins of earlier versions stay valid. */
export const reviseCase = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.cases.revise', {
    access: 'requireCase',
    body: CaseRevisionSchema,
    answer: async (request, { ports, access }) => {
      const { case_id: caseId, version } = access.case.of(request);
      const { subjectId: author } = access.caller.of(request);
      const { expected_version: expected, ...content } = request.body;
      const moved = () => {
        const detail = `The case has a newer version than ${expected}. Read the case again.`;
        return revisionMismatch('revision_stale', detail, '/expected_version');
      };
      const data = await runOrderedWrite({
        match: () => {
          if (version !== expected) throw moved();
        },
        check: () => requireValidCase(content),
        write: async () => {
          const revised = await ports.cases.revise(caseId, expected, { author, content });
          if (revised === undefined) throw moved();
          return revised;
        },
      });
      const { organizationId, workspaceId, applicationId, gatewayId } = access.gateway.of(request);
      const gateway = `workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}`;
      return { data, location: `organizations/${organizationId}/${gateway}/cases/${caseId}`, isReplay: false };
    },
  }),
);
