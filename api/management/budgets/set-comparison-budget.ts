import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { ComparisonBudgetLimitSchema } from '../../../contracts/management/installation/spending-budgets.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { findComparisonBudget } from './find-comparison-budget.ts';

/** Sets the comparison budget of a workspace. */
export const setComparisonBudget = createManagementHandler(
  INSTALLATION_OPERATIONS,
  'management.comparison_budgets.set',
  {
    body: ComparisonBudgetLimitSchema,
    async answer(request, { ports }) {
      const { ws: workspaceId } = request.params;
      await ports.installation.comparisonBudgets.set(workspaceId, request.body.limit_nano_usd);
      return findComparisonBudget(ports, workspaceId);
    },
  },
);
