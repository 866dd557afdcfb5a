import { scopeEnvironmentIds } from '../../domain/tenancy/resolve.ts';
import type { WorkspaceTree } from '../../domain/tenancy/scope.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { StoredQuestion } from '../insight/insight-query.ts';
import type { SavedView } from '../views/saved-view.ts';
import { storedQuestion } from '../views/stored-question.ts';

/** The content of a view, in the present state of its workspace. */
export interface ReportableContent {
  readonly question: StoredQuestion;
  /** The environments that the question covers in the complete workspace, for any reader; the list may be empty. */
  readonly environmentIds: readonly string[];
}

/**
 * The content of a report on this view, or a Refusal `validation_failed`, which is returned because other refusals
 * precede it. It is refused if this build cannot answer the question, or if the workspace has no environment: a run
 * would freeze an empty scope permanently.
 */
export function reportableContent(view: SavedView, workspace: WorkspaceTree): ReportableContent | Refusal {
  if (workspace.environments.length === 0) {
    return new Refusal(
      'validation_failed',
      'The workspace has no environment yet, so a report has no traffic. Create an environment first.',
    );
  }
  try {
    const question = storedQuestion(view);
    return { question, environmentIds: scopeEnvironmentIds(workspace, question.scope ?? {}) };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
