import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { findComparisonBudget } from './find-comparison-budget.ts';

/** Answers with the comparison budget of a workspace. */
export const readComparisonBudget = createManagementHandler(
  INSTALLATION_OPERATIONS,
  'management.comparison_budgets.get',
  { answer: (request, { ports }) => findComparisonBudget(ports, request.params.ws) },
);
