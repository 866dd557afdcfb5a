import type { WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { reportAudience, canOpenReport } from '../../../domain/tenancy/visibility.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/** The same sentence for every reason, so that naming ids reveals nothing about anybody's access. */
const WHY = 'is not the owner or a recipient of the report, or cannot open its latest run now';

/**
 * Refuses recipients who cannot receive the report. A schedule delivers to the owner of its report and to the report's
 * recipients, if each is a member now and covers the scope of the latest run. Every delivery checks this again, so
 * recipients that a pause keeps (`kept`) are not checked.
 *
 * @throws Refusal `validation_failed` at the index of each other recipient
 */
export async function refuseIneligibleRecipients(
  { tenancy, reports }: Pick<ApiPorts, 'tenancy' | 'reports'>,
  workspace: WorkspaceTree,
  report: ReportV1,
  recipients: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  const judged = recipients.flatMap((id, index) => (kept.includes(id) ? [] : [{ id, index }]));
  if (judged.length === 0) return;
  const scopes = await reports.latestScopes([report.report_id]);
  const latestRun = { audience: reportAudience(report), environmentIds: scopes.get(report.report_id) };
  const subjects = await Promise.all(judged.map(({ id }) => tenancy.loadCaller(id)));
  refuseAt(
    judged.flatMap(({ index }, position) => {
      const subject = subjects[position];
      return subject !== undefined && canOpenReport(subject, workspace, latestRun) ? [] : [index];
    }),
  );
}

/**
 * Refuses new recipients of a schedule whose report was deleted, because their access can no longer be checked.
 *
 * @throws Refusal `validation_failed` at the index of each new recipient
 */
export function refuseAddedRecipients(known: readonly string[], recipients: readonly string[]): void {
  refuseAt(recipients.flatMap((id, index) => (known.includes(id) ? [] : [index])));
}

function refuseAt(indexes: readonly number[]): void {
  if (indexes.length === 0) return;
  const faults = indexes.map((index) => ({ pointer: `/recipient_subject_ids/${index}`, detail: WHY }));
  const detail =
    'Each recipient must be the owner or a recipient of the report, and must be able to open its latest run. Remove the others.';
  throw new Refusal('validation_failed', detail, { faults });
}
