import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';

/** All versions of a case, newest first. */
export const listCaseVersions = restrictToComparers(
  createListHandler(COMPARISON_OPERATIONS, 'customer.cases.versions', {
    access: 'requireCase',
    source: (request, { ports, access }) => {
      const { case_id: caseId, workspace_id: workspaceId } = access.case.of(request);
      return {
        list: `case-versions ${caseId}`,
        workspaceId,
        load: (after, limit) => ports.cases.versions({ caseId, limit, before: after?.id }),
        keyOf: (one) => ({ createdAt: one.versioned_at, id: one.version }),
        present: (versions) => versions,
      };
    },
  }),
);
