import type { WorkspaceTree } from '../../domain/tenancy/scope.ts';
import type { NewReportRun } from '../../store/reports/report-runs.ts';
import { windowOf } from '../insight/askable.ts';
import type { ReportableContent } from './reportable-content.ts';
import type { SavedView } from '../views/saved-view.ts';
import { askedQuestion } from '../views/stored-question.ts';

/**
 * A run with everything that is decided once: its question, its window, its leaves. A relative window ends at `asOf`.
 *
 * @throws Refusal `validation_failed` when this build can no longer ask the question
 */
export function frozenRun(input: {
  runId: string;
  reportId: string;
  key: string;
  asOf: Date;
  initiator: { readonly subjectId: string; readonly authorityEpoch: string };
  workspace: Pick<WorkspaceTree, 'organizationId' | 'workspaceId'>;
  view: SavedView;
  content: ReportableContent;
}): NewReportRun {
  const { initiator, workspace, view, content } = input;
  const question = askedQuestion(view, content.question, input.asOf);
  const { from, to } = windowOf(question);
  return {
    run_id: input.runId,
    report_id: input.reportId,
    organization_id: workspace.organizationId,
    workspace_id: workspace.workspaceId,
    initiator: initiator.subjectId,
    idempotency_key: input.key,
    question,
    view_revision: view.revision,
    window: { from: from.toISOString(), to: to.toISOString() },
    display_tz: view.display_tz,
    authority_epoch: Number(initiator.authorityEpoch),
    scopeEnvironmentIds: content.environmentIds,
  };
}
