import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type { Access } from '../access/access.ts';
import { type ReportableView, requireReportableView } from '../runs/freeze-run.ts';

/**
 * A schedule is made, changed, removed and run again by the owner of its report alone, as whom it runs.
 *
 * @throws Refusal `forbidden` for everybody else who sees it
 */
export function permitScheduling(caller: Caller, { owner }: { readonly owner: string }): void {
  if (caller.subjectId !== owner) throw forbidden();
}

/**
 * The view of a report, as its owner may run it. Everybody else is refused when it is requested, for all views that
 * they see, so that other refusals can come before.
 *
 * @throws Refusal `not_found` if the owner cannot see the view, or does not cover its whole scope
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
    'Only the owner of the report may do this, because its schedules run as its owner. Ask the owner.',
  );
}
