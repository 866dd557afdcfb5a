import type { WorkspaceTree } from '../../domain/tenancy/scope.ts';
import { questionWindow } from '../insight/refuse-inconsistent-question.ts';
import type { SavedView } from '../views/saved-view.ts';
import { resolveStoredQuestion } from '../views/stored-question.ts';
import type { ReportRunV1 } from './report-run.ts';
import type { ReportableContent } from './reportable-content.ts';

/** The row of a run before it is queued, with everything that is frozen at the request. */
export type FrozenRun = Pick<
  ReportRunV1,
  | 'run_id'
  | 'report_id'
  | 'organization_id'
  | 'workspace_id'
  | 'initiator'
  | 'idempotency_key'
  | 'question'
  | 'view_revision'
  | 'window'
  | 'calendar_window'
  | 'display_tz'
  | 'authority_epoch'
> & {
  readonly scope_environment_ids: readonly string[];
  /** The occurrence whose workflow executes the run; absent for a requested run, which has a workflow of its own. */
  readonly occurrence_id?: string;
};

/**
 * A run with everything that is decided only once: its question, its window and its leaves. A relative window ends at
 * `asOf`.
 *
 * @throws Refusal `validation_failed` if this build can no longer answer the question
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
}): FrozenRun {
  const { initiator, workspace, view, content } = input;
  const question = resolveStoredQuestion(view, content.question, input.asOf);
  const { from, to } = questionWindow(question);
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
    ...(view.calendar_window !== undefined && { calendar_window: view.calendar_window }),
    display_tz: view.display_tz,
    authority_epoch: Number(initiator.authorityEpoch),
    scope_environment_ids: content.environmentIds,
  };
}
