import { ComparisonVerdictReviewSchema } from '../../../contracts/comparisons/comparison-verdict.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { comparisonsPath } from '../comparisons/comparisons-path.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentVerdict } from './present-verdict.ts';
import { requireEvidence } from './require-ended-run.ts';

/** Stores the verdict of a person, which counts from then on; machine verdicts stay stored. */
export const reviewComparisonVerdict = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.verdicts.review', {
    access: 'requireComparisonRun',
    body: ComparisonVerdictReviewSchema,
    answer: async (request, { ports, access }) => {
      const run = access.comparisonRun.of(request);
      const { subjectId } = access.caller.of(request);
      const { case_id: caseId, arm, outcome, note: rationale } = request.body;
      const sample = await ports.samples.find(run.sample_id);
      if (sample?.cases.some((one) => one.case_id === caseId) !== true) {
        throw new Refusal(
          'sample_case_not_found',
          'The sample set of this run has no such case. Check the id of the case.',
        );
      }
      requireEvidence(run);
      const review = { runId: run.run_id, caseId, arm, outcome, rationale, subjectId };
      const verdict = await ports.comparisonEvidence.review(review);
      const location = `${comparisonsPath(access, request)}/${run.comparison_id}/runs/${run.run_id}/verdicts`;
      return { data: presentVerdict(verdict, access.holds(request, 'content.read')), location, isReplay: false };
    },
  }),
);
