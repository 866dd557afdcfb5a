import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { conflict, DefectError, Refusal } from '../../../domain/kernel/errors.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentRun } from './present-run.ts';

/** Stops a run: no further calls are sent, calls in flight end, and their cost is recorded. */
export const cancelComparisonRun = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.runs.cancel', {
    access: 'requireComparisonRun',
    answer: async (request, { ports, access }) => {
      const { run_id: runId } = access.comparisonRun.of(request);
      const { subjectId } = access.caller.of(request);
      const isStopped = await ports.comparisonRuns.cancel(runId, subjectId);
      const run = await ports.comparisonRuns.find(runId);
      if (run === undefined) throw new DefectError('The run no longer exists, although runs are never removed.');
      if (isStopped) return { data: presentRun(run, access.holds(request, 'cost.read')) };
      if (run.state === 'abandoned') {
        throw new Refusal(
          'comparison_canceled',
          'This run was already cancelled. Its finished calls are stored with their cost. Plan another run if you need one.',
        );
      }
      throw conflict(
        'already_settled',
        'The run has ended, so it cannot be cancelled. Read the run to see its outcome.',
      );
    },
  }),
);
