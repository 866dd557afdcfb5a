import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { ReportUpdateSchema } from '../../../contracts/reports/report.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { requireRevision } from '../../frame/writes/require-revision.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import type { ViewPin } from '../../../store/reports/edit-report.ts';
import { schedulableWindow } from './schedulable-window.ts';
import { readOwnersView } from './read-owners-view.ts';
import { refuseNonMembers } from './refuse-non-members.ts';

const EXPECTED = '/expected_revision';

/** The pin of a view. Schedules cannot use a fixed window. */
function pinOf(viewRevision: string, view: SavedView): ViewPin {
  return { viewRevision, ...(view.time_intent === 'fixed' ? NO_WINDOW : schedulableWindow(view)) };
}

const NO_WINDOW = { windowSeconds: undefined };

/** Replaces name and recipients for the owner, who may also pin the current revision of the view. */
export const updateReport = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.update', {
  access: 'requireReport',
  body: ReportUpdateSchema,
  answer: async (request, { ports, access }) => {
    const { expected_revision, expected_view_revision: pinned, name, recipient_subject_ids } = request.body;
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const report = access.report.of(request);
    const { report_id: reportId, organization_id: organizationId } = report;
    const reportable = await readOwnersView(access, caller, workspace, report);
    const data = await runOrderedWrite({
      permit: () => {
        if (caller.subjectId === report.owner) return;
        throw new Refusal(
          'forbidden',
          'Only the owner of this report can change it. Ask the owner, or create your own report.',
        );
      },
      match: () => {
        requireRevision('report', report, expected_revision, EXPECTED);
        if (pinned !== undefined) {
          requireRevision('saved view', reportable().view, pinned, '/expected_view_revision');
        }
      },
      check: async () => {
        if (pinned !== undefined) reportable().content(ports.clock.now());
        await refuseNonMembers(ports, organizationId, recipient_subject_ids);
      },
      write: async () => {
        const pin = pinned === undefined ? undefined : pinOf(pinned, reportable().view);
        const edit = { name, recipientSubjectIds: recipient_subject_ids, pin };
        const edited = await ports.reports.update(reportId, expected_revision, edit);
        const found = await ports.reports.find(reportId);
        if (found === undefined) throw notFound();
        // A concurrent request has changed the report.
        if (!edited) requireRevision('report', found, expected_revision, EXPECTED);
        return found;
      },
    });
    return { data };
  },
});
