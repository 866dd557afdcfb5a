import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { isNoticeEvent, noticeRemedy } from '../../../domain/schedules/schedule-notice.ts';
import type { ReportInboxItemV1 } from '../../../contracts/schedules/report-inbox-item.ts';
import type { ListedInboxItem } from '../../../store/schedules/report-inbox-store.ts';
import type { Access } from '../access/access.ts';

/** True for an item about a failure. Its recipient can open it even if the report was deleted. */
export function isNotice({ failure }: ListedInboxItem): boolean {
  return failure !== undefined;
}

/**
 * An item in the form that its recipient may see now. About a report that the recipient cannot see, it states only a
 * code.
 */
export function presentInboxItem(
  access: Pick<Access, 'isVisibleRun'>,
  caller: Caller,
  workspace: WorkspaceTree,
  { item, source, failure }: ListedInboxItem,
): ReportInboxItemV1 {
  const opens = source !== undefined && access.isVisibleRun(caller, workspace, source);
  const shown = { ...item, report_name: opens ? source.report.name : null };
  if (failure === undefined || !isNoticeEvent(item.event_type)) return shown;
  const { code, detail } = failure;
  return { ...shown, notice: { code, detail: opens ? detail : '', remedy: noticeRemedy(item.event_type, code) } };
}
