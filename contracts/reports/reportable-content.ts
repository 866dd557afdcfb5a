import { wholeScope } from '../../domain/tenancy/resolve.ts';
import type { WorkspaceTree } from '../../domain/tenancy/scope.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { StoredQuestion } from '../insight/insight-query.ts';
import type { SavedView } from '../views/saved-view.ts';
import { storedQuestion } from '../views/stored-question.ts';

/** What a view asks about, as its workspace is now. */
export interface ReportableContent {
  readonly question: StoredQuestion;
  /** The leaves that the question names in the whole workspace, whoever asks; it may name none. */
  readonly environmentIds: readonly string[];
}

/**
 * What a report on this view would ask; or, as other refusals come first, a Refusal `validation_failed` to be told later:
 * for a question that this build cannot ask, or in a workspace without an environment, where a run would freeze a scope of
 * nothing for good.
 */
export function reportableContent(view: SavedView, workspace: WorkspaceTree): ReportableContent | Refusal {
  if (workspace.environments.length === 0) {
    return new Refusal('validation_failed', 'The workspace has no environment yet that a report could speak of.');
  }
  try {
    const question = storedQuestion(view);
    return { question, environmentIds: wholeScope(workspace, question.scope ?? {}) };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
