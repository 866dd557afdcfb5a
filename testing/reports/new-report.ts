import type { FrozenRun } from '../../contracts/reports/frozen-run.ts';
import { newId } from '../../store/postgres/new-id.ts';
import type { ReportToStore } from '../../store/reports/report-store.ts';
import type { ViewOwner } from '../views/new-view.ts';

/** The owner of a run, and the environment of its question. */
interface RunPlace extends ViewOwner {
  readonly environmentId: string;
}

/** A report of the owner with no other recipients. */
export function newReport(tenancy: ViewOwner, savedViewId: string, over: Partial<ReportToStore> = {}): ReportToStore {
  return {
    report_id: newId('report'),
    organization_id: tenancy.organizationId,
    workspace_id: tenancy.workspaceId,
    owner: tenancy.ownerId,
    name: `Report ${newId('report')}`,
    saved_view_id: savedViewId,
    view_revision: '1',
    recipient_subject_ids: [],
    ...over,
  };
}

/** A requested run of the owner over the last day. */
export function newRun(tenancy: RunPlace, reportId: string, over: Partial<FrozenRun> = {}): FrozenRun {
  return {
    run_id: newId('reportRun'),
    report_id: reportId,
    organization_id: tenancy.organizationId,
    workspace_id: tenancy.workspaceId,
    initiator: tenancy.ownerId,
    idempotency_key: newId('request'),
    question: { schema: 1, shape: 'overview', metrics: ['requests.v1'] },
    view_revision: '1',
    window: { from: '2026-03-01T08:00:00.000Z', to: '2026-03-02T08:00:00.000Z' },
    display_tz: 'Europe/Berlin',
    authority_epoch: 1,
    scope_environment_ids: [tenancy.environmentId],
    ...over,
  };
}
