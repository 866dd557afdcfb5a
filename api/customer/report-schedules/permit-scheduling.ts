import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type { Access } from '../access/access.ts';
import { type ReportableView, requireReportableView } from '../runs/freeze-run.ts';

/**
 * Permits only the owner of a report, as whom its schedule runs, to create, change, delete and rerun the schedule.
 *
 * @throws Refusal `forbidden` for all others who see it
 */
export function permitScheduling(caller: Caller, { owner }: { readonly owner: string }): void {
  if (caller.subjectId !== owner) throw forbidden();
}

/**
 * The view of a report, in the form that its owner may run. The refusal of all others, for any view that they see, is
 * only thrown when the view is requested, so that other refusals can precede it.
 *
 * @throws Refusal `not_found` if the owner cannot see the view, does not cover its whole scope, or may not read its
 *   `dimension_filter`
 */
export async function viewToSchedule(
  access: Access,
  caller: Caller,
  workspace: WorkspaceTree,
  { owner, saved_view_id: savedViewId }: ReportV1,
): Promise<() => ReportableView> {
  if (caller.subjectId !== owner) {
    return () => {
      throw forbidden();
    };
  }
  const reportable = await requireReportableView(access, caller, workspace, savedViewId);
  return () => reportable;
}

function forbidden(): Refusal {
  return new Refusal(
    'forbidden',
    'Only the owner of the report can manage its schedules, because they run as the owner. Ask the owner.',
  );
}
