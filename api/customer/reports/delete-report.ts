import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';

/** Deletes a report for its owner, with all its runs and answers. */
export const deleteReport = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.delete', {
  access: 'requireReport',
  answer: async (request, { ports, access }) => {
    const { report_id: reportId, owner } = access.report.of(request);
    const deletion = await runOrderedWrite({
      permit: () => {
        if (access.caller.of(request).subjectId === owner) return;
        throw new Refusal('forbidden', 'Only the owner of this report can delete it. Ask the owner.');
      },
      write: () => ports.reports.delete(reportId),
    });
    if (deletion === undefined) throw notFound();
    const data = {
      report_id: reportId,
      deleted_at: deletion.deletedAt.toISOString(),
      runs_removed: deletion.runsRemoved,
    };
    return { data };
  },
});
