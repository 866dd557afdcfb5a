import { conflict, notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { presentNewRun } from './present-new-run.ts';

/** Ends a queued or running run. The database decides the race with its worker. */
export const cancelRun = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.runs.cancel', {
  access: 'requireRun',
  answer: async (request, { ports, access }) => {
    const { run } = access.run.of(request);
    const caller = access.caller.of(request);
    const { subjectId } = caller;
    const cancelledRun = await runOrderedWrite({
      permit: () => {
        if (subjectId !== run.initiator && subjectId !== access.report.of(request).owner) {
          throw new Refusal(
            'forbidden',
            'Only the owner of the report and the person who started the run may cancel it. Ask one of them.',
          );
        }
      },
      write: async () => {
        const cancelled = await ports.reports.cancelRun(run.run_id);
        if (cancelled !== undefined) return cancelled;
        // The run was settled meanwhile, or deleted with its report.
        if ((await ports.reports.findRun(run.run_id)) === undefined) throw notFound();
        throw conflict(
          'already_settled',
          'The run has ended, so it cannot be cancelled. Read the run to see its outcome.',
        );
      },
    });
    return { data: presentNewRun(caller, access.workspace.of(request), cancelledRun) };
  },
});
