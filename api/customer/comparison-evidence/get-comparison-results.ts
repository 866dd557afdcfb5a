import { toComparisonResults } from '../../../contracts/comparisons/comparison-results.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { requireEndedRun } from './require-ended-run.ts';

/** Answers with the evidence of an ended run, by the verdicts in force. */
export const getComparisonResults = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.results.get', {
    access: 'requireComparisonRun',
    answer: async (request, { ports, access }) => {
      const run = access.comparisonRun.of(request);
      requireEndedRun(run);
      const evidence = await ports.comparisonEvidence.cases(run.run_id);
      return { data: toComparisonResults(run, evidence, access.holds(request, 'cost.read')) };
    },
  }),
);
