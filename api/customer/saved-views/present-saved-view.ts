import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { presentQuestion } from '../../../contracts/views/present-question.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';

/** A saved view in the form that the caller may see now. Only values in its `dimension_filter` may be withheld. */
export function presentSavedView(caller: Caller, workspace: WorkspaceTree, view: SavedView): SavedView {
  return { ...view, query: presentQuestion(caller, workspace, view.query) };
}
